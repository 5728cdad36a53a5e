import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/** The day of the numbers of ads, UTC. */
export const today = (): SQL => sql`(${now()} at time zone 'Etc/UTC')::date`;

/** When a row of `ads` begins that may run from now on. */
export const laterStart = (): SQL => sql`greatest(starts_at, ${now()})`;

/** When it ends then: days that were bought begin with it. */
export const laterEnd = (): SQL => sql`
  case when model = 'days' then ${laterStart()} + make_interval(days => bought) else ends_at end`;
