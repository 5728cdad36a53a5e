import { now, processTime } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { ExpectedHours } from './pacing.rules.ts';

const weeks = 4;
const renewAfter = 10 * 60_000;

let cached: { hours: ExpectedHours; readAt: number; day: number } | undefined;

/** Traffic of this day of the week, by hours; empty until one week is known: then the day is flat. */
async function readHours(): Promise<ExpectedHours> {
  const rows = await db.execute<{ hour: number; placements: number }>(sql`
    with weeks as (
      select t.hour, t.placements
      from ad_traffic t
      where t.hour > ${now()} - make_interval(weeks => ${weeks})
        and t.hour < date_trunc('day', ${now()}, 'Etc/UTC')
    )
    select extract(hour from hour at time zone 'Etc/UTC')::int as hour,
      sum(placements)::int as placements
    from weeks
    where extract(isodow from hour at time zone 'Etc/UTC')
        = extract(isodow from ${now()} at time zone 'Etc/UTC')
      and (select min(first.hour) from ad_traffic first) <= ${now()} - interval '1 week'
    group by 1`);
  return Array.from(
    { length: 24 },
    (_, hour) => rows.find((row) => row.hour === hour)?.placements ?? 0,
  );
}

/** @param at milliseconds since 1970, of the database */
export async function expectedHours(at: number): Promise<ExpectedHours> {
  const day = Math.floor(at / 86_400_000);
  const readAt = processTime();
  const age = cached ? readAt - cached.readAt : Infinity;
  if (!cached || cached.day !== day || age > renewAfter || age < 0)
    cached = { hours: await readHours(), readAt, day };
  return cached.hours;
}

/** Hours that no share needs any more. */
export const pruneTraffic = async (): Promise<void> =>
  void (await db.execute(
    sql`delete from ad_traffic where hour < ${now()} - make_interval(weeks => ${weeks + 1})`,
  ));
