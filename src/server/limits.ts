import { sql } from 'drizzle-orm';
import { db } from './db.ts';
import { env } from './env.ts';
import { tooMany } from './errors.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** security.md section 8: each limit as [how many, in how many seconds], all of its windows at once. */
export const limits = {
  loginByAddress: [[30, 5 * minute]],
  loginByAccountAndAddress: [[10, 15 * minute]],
  loginByAccount: [[100, hour]],
  signup: [[10, 30 * minute], [100, day]],
  mailByAccount: [[5, 30 * minute]],
  mailByAddress: [[25, 5 * minute]],
  codeByAddress: [[25, 5 * minute]],
  credentialChange: [[10, 10 * minute]],
  memberCalls: [[1500, 5 * minute]],
  sessionCalls: [[600, 5 * minute]],
  visitorCalls: [[300, 5 * minute]],
  post: [[30, 10 * minute], [200, day]],
  comment: [[60, 10 * minute]],
  reaction: [[300, 10 * minute]],
  report: [[30, hour]],
  search: [[60, minute]],
  linkPreview: [[20, minute]],
} as const satisfies Record<string, ReadonlyArray<readonly [number, number]>>;

export type LimitName = keyof typeof limits;
/** One use of a limit, and whose: a member's id, an address, … */
export type Use = readonly [LimitName, string | number];

/**
 * Counts one use of each `[limit, whose]` and throws 429 if any is over. Counted in the database, for all processes,
 * in one statement; windows are fixed and start at the limit's own multiple of seconds.
 */
export async function consume(...uses: Use[]): Promise<void> {
  const scale = env().RATE_LIMIT_SCALE;
  const rows = uses.flatMap(([name, whose]) => limits[name].map(([most, seconds]) => ({ key: `${name}/${seconds}/${whose}`, seconds, most: Math.max(1, Math.floor(most * scale)) })));
  // Always in the same order, so that two requests never wait for each other in a circle.
  rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  const counted = await db.execute<{ key: string; count: number; wait: number }>(sql`
    insert into rate_counters as c (key, window_start, expires_at, count)
    select key, floor(extract(epoch from now()) / seconds) * seconds, to_timestamp((floor(extract(epoch from now()) / seconds) + 1) * seconds), 1
    from unnest(${sql.param(rows.map((row) => row.key))}::text[], ${sql.param(rows.map((row) => row.seconds))}::int[]) as t (key, seconds)
    on conflict (key, window_start) do update set count = c.count + 1
    returning key, count, extract(epoch from expires_at - now())::float8 as wait`);
  const over = counted.filter(({ key, count }) => count > rows.find((row) => row.key === key)!.most);
  if (over.length) throw tooMany(Math.max(...over.map(({ wait }) => wait)));
}

/** Whether the limit is used up, without counting. */
export async function isUsedUp(name: LimitName, whose: string | number): Promise<boolean> {
  const scale = env().RATE_LIMIT_SCALE;
  const keys = limits[name].map(([, seconds]) => `${name}/${seconds}/${whose}`);
  const rows = await db.execute<{ key: string; count: number }>(
    sql`select key, count from rate_counters where key = any(${sql.param(keys)}::text[]) and expires_at > now()`,
  );
  return limits[name].some(([most, seconds]) => rows.some((row) => row.key === `${name}/${seconds}/${whose}` && row.count >= most * scale));
}
