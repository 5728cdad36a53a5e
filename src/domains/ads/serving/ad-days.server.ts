import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** The day of the numbers of ads, UTC. */
export const today = (): SQL => sql`(${now()} at time zone 'Etc/UTC')::date`;

/** When a row of `ads` begins that may run from now on. */
export const laterStart = (): SQL => sql`greatest(starts_at, ${now()})`;

/** When it ends then: days that were bought begin with it. */
export const laterEnd = (): SQL => sql`
  case when model = 'days' then ${laterStart()} + make_interval(days => bought) else ends_at end`;

/**
 * The days that were bought begin now, if they would have begun before the ad could run. Its receipt
 * names the days in which it runs.
 */
export async function beginDays(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`
    update ads
    set starts_at = ${laterStart()}, ends_at = ${laterEnd()}
    where id = ${id} and model = 'days'`);
  await tx.execute(sql`
    update ad_receipts r
    set starts_at = a.starts_at, ends_at = a.ends_at
    from ads a
    where a.id = ${id} and a.model = 'days' and r.ad_id = a.id and r.cancels is null`);
}
