import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/** The day of the numbers of ads, UTC. */
export const today = (): SQL => sql`(${now()} at time zone 'Etc/UTC')::date`;
