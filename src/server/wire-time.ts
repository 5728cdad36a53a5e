/**
 * A moment as PostgreSQL writes it (`2024-06-01 08:00:00.12+00`, or with `T` inside JSON) as the
 * wire says it. Sessions run in UTC.
 */
export const toWireTime = (moment: string): string =>
  `${moment.slice(0, 10)} ${moment.slice(11, 19)}`;

/** Unix seconds of the same. */
export const toUnixSeconds = (moment: string): number =>
  Date.parse(`${moment.slice(0, 10)}T${moment.slice(11, 19)}Z`) / 1000;
