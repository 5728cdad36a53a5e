import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';

/**
 * Whether the account exists for less than so many hours. Divided by RATE_LIMIT_SCALE like limits,
 * to whole hours, so that a large scale ends the wait.
 */
export const isNewAccount = (memberId: SQL | number, hours: number): SQL => {
  const wait = Math.floor(hours / env().RATE_LIMIT_SCALE);
  return sql`
    exists (
      select from members account
      where account.id = ${memberId}
        and account.created_at > ${now()} - make_interval(hours => ${wait}::int)
    )`;
};
