/**
 * Times by the clocks of a zone. The truth is the wall time and the zone in which the clocks show it; the instant
 * is made from both, never the other way round: an hour that a change of clocks leaves out would move
 * at each save.
 */

/** A time as clocks show it, 'YYYY-MM-DDTHH:MM:SS', without a zone. */
export type WallTime = string;

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/;

/** Years before and after are typing errors, and near the ends of what databases and calendars know. */
const years = { first: 1970, last: 2200 };

/** Reads 'YYYY-MM-DD HH:MM[:SS]', also with a T, or a day alone; null for other years, and for what no calendar has. */
export function parseWallTime(text: string): WallTime | null {
  const [, day, time = '00:00', seconds = ':00'] = pattern.exec(text.trim()) ?? [];
  try {
    const wall = Temporal.PlainDateTime.from(`${day}T${time}${seconds}`, { overflow: 'reject' });
    if (wall.year < years.first || wall.year > years.last) return null;
    return wall.toString({ smallestUnit: 'second' });
  } catch {
    return null;
  }
}

const inZone = (wall: WallTime, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' });

/** The instant of a wall time: in a gap as much later, of a time that comes twice the first. */
export const toInstant = (wall: WallTime, zone: string): Date =>
  new Date(inZone(wall, zone).epochMilliseconds);

/** The time that clocks of a zone show at an instant. */
export const toWallTime = (instant: Date, zone: string): WallTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/** Whether clocks of the zone never show that time: they are put forward over it. */
export const isInGap = (wall: WallTime, zone: string): boolean =>
  toWallTime(toInstant(wall, zone), zone) !== wall;

/** Seconds between two wall times, as on clocks that are never changed. */
export const secondsBetween = (from: WallTime, to: WallTime): number =>
  Temporal.PlainDateTime.from(from)
    .until(Temporal.PlainDateTime.from(to), { largestUnit: 'hour' })
    .total('second');

export const addSeconds = (wall: WallTime, seconds: number): WallTime =>
  Temporal.PlainDateTime.from(wall).add({ seconds }).toString({ smallestUnit: 'second' });
