import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/** The lowest sort key of what was written at that time. */
export const sortKeyAt = (time: SQL): SQL =>
  sql`(floor(extract(epoch from ${time}) * 1000)::bigint * 1024)`;

/**
 * The lowest sort key of a post that is written from now on; as a column of `posts` computes it.
 * Now is when the container is locked, not when the transaction began: posts that were written in
 * between have a lower one.
 */
export const sortKeyNow = (): SQL => sql`(
  floor(
    extract(epoch from ${now()} + (clock_timestamp() - transaction_timestamp())) * 1000
  )::bigint * 1024
)`;
