/**
 * Converts a PostgreSQL timestamp (`2024-06-01 08:00:00.12+00`, or with `T` inside JSON) to the
 * wire format. Sessions run in UTC.
 */
export const toWireTime = (timestamp: string): string =>
  `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}`;

/** Unix seconds of the same. */
export const toUnixSeconds = (timestamp: string): number =>
  Date.parse(`${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}Z`) / 1000;
