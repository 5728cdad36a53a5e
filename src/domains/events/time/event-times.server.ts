import { maxDays } from '#domains/events/events.rules.ts';
import { addSeconds, secondsBetween, toInstant, type WallTime } from '#lib/wall-time.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Start and end as clocks of the zone show them; of days without a time the end is the midnight after. */
export interface EventTimes {
  startsLocal: WallTime;
  endsLocal: WallTime;
  timezone: string;
}

/** Selects a wall time as text. */
export const wallText = (column: string) =>
  sql.raw(`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`);

/** The columns of `EventTimes`, of the event `i`. */
export const timesColumns = () => sql`
  ${wallText('i.starts_local')} as "startsLocal", ${wallText('i.ends_local')} as "endsLocal",
  i.timezone`;

/** The instants of both. Its length stays where a change of clocks would end it before its start. */
export function toInstants({ startsLocal, endsLocal, timezone }: EventTimes) {
  const startsAt = toInstant(startsLocal, timezone);
  const endsAt = toInstant(endsLocal, timezone);
  if (endsAt > startsAt) return { startsAt, endsAt };
  const length = secondsBetween(startsLocal, endsLocal) * 1_000;
  return { startsAt, endsAt: new Date(startsAt.getTime() + length) };
}

/** Refuses an end that is not after the start, by the instants, and what takes too long. */
export function checkTimes({ startsLocal, endsLocal, timezone }: EventTimes): void {
  if (toInstant(endsLocal, timezone) <= toInstant(startsLocal, timezone))
    throw invalid('The end has to be after the start.', 'endtime');
  if (secondsBetween(startsLocal, endsLocal) > maxDays * 86_400)
    throw invalid(
      `An event can last up to ${maxDays} days. For longer, make it a series.`,
      'endtime',
    );
}

const day = 86_400;

/** Days from the first to the last, from the first midnight to the one after. */
export const toWholeDays = ({ startsLocal, endsLocal, timezone }: EventTimes): EventTimes => ({
  timezone,
  startsLocal: `${startsLocal.slice(0, 10)}T00:00:00`,
  endsLocal: addSeconds(`${endsLocal.slice(0, 10)}T00:00:00`, day),
});

/** The last day of an event that takes whole days. */
export const lastDay = (endsLocal: WallTime): string => addSeconds(endsLocal, -day).slice(0, 10);
