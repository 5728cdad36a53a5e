import { sql } from '#server/sql.ts';
import { db, type Tx } from './db.ts';
import { env } from './env.ts';
import { tooMany } from './errors.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * security.md section 8: each limit as [how many, in how many seconds], all of its windows at once.
 */
export const limits = {
  loginByAddress: [[30, 5 * minute]],
  loginByAccountAndAddress: [[10, 15 * minute]],
  loginByAccount: [[100, hour]],
  signup: [
    [10, 30 * minute],
    [100, day],
  ],
  mailByAccount: [[5, 30 * minute]],
  mailByAddress: [[25, 5 * minute]],
  codeByAddress: [[25, 5 * minute]],
  /** Codes of an authenticator app, per account: six digits stand no more. */
  secondStep: [
    [10, 15 * minute],
    [50, day],
  ],
  credentialChange: [[10, 10 * minute]],
  memberCalls: [[1500, 5 * minute]],
  sessionCalls: [[600, 5 * minute]],
  visitorCalls: [[300, 5 * minute]],
  post: [
    [30, 10 * minute],
    [200, day],
  ],
  comment: [[60, 10 * minute]],
  message: [[60, 10 * minute]],
  conversation: [[20, hour]],
  reaction: [[300, 10 * minute]],
  friendRequest: [
    [30, hour],
    [100, day],
  ],
  liveConnect: [[30, minute]],
  export: [[1, day]],
  import: [[20, day]],
  report: [[30, hour]],
  invite: [
    [20, hour],
    [100, day],
  ],
  contact: [[5, hour]],
  search: [[60, minute]],
  linkPreview: [[20, minute]],
  story: [[30, day]],
  uploadFiles: [[60, 30 * minute]],
  /** 2 GB. */
  uploadKilobytes: [[2 * 1024 * 1024, day]],
} as const satisfies Record<string, ReadonlyArray<readonly [number, number]>>;

export type LimitName = keyof typeof limits;
/** A use of a limit, whose (a member's id, an address, …), and how much of it: 1 unless said. */
export type Use = readonly [limit: LimitName, whose: string | number, amount?: number];

/**
 * Counts the use of each `[limit, whose]` and throws 429 if any is over. Counted in the database,
 * for all processes, in one statement; windows are fixed and start at the limit's own multiple of
 * seconds.
 */
export const consume = (...uses: Use[]): Promise<void> => consumeIn(db, ...uses);

/** The same within a transaction: what is rolled back is not counted. */
export async function consumeIn(tx: Tx, ...uses: Use[]): Promise<void> {
  const scale = env().RATE_LIMIT_SCALE;
  const rows = uses.flatMap(([name, whose, amount = 1]) =>
    limits[name].map(([most, seconds]) => ({
      key: `${name}/${seconds}/${whose}`,
      seconds,
      amount,
      most: Math.max(1, Math.floor(most * scale)),
    })),
  );
  // Always in the same order, so that two requests never wait for each other in a circle.
  rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  const counted = await tx.execute<{ key: string; count: number; wait: number }>(sql`
    insert into rate_counters as c (key, window_start, expires_at, count)
    select key, floor(extract(epoch from now()) / seconds) * seconds,
      to_timestamp((floor(extract(epoch from now()) / seconds) + 1) * seconds), amount
    from unnest(
      ${sql.param(rows.map((row) => row.key))}::text[],
      ${sql.param(rows.map((row) => row.seconds))}::int[],
      ${sql.param(rows.map((row) => row.amount))}::int[]
    ) as t (key, seconds, amount)
      -- Far above every limit it stays where it is.
    on conflict (key, window_start)
    do update set count = least(c.count::bigint + excluded.count, 2147483647)::int
    returning key, count, extract(epoch from expires_at - now())::float8 as wait`);
  const over = counted.filter(
    ({ key, count }) => count > rows.find((row) => row.key === key)!.most,
  );
  if (over.length) throw tooMany(Math.max(...over.map(({ wait }) => wait)));
}

async function usedUp(uses: Use[]): Promise<{ wait: number } | undefined> {
  const scale = env().RATE_LIMIT_SCALE;
  const rows = uses.flatMap(([name, whose]) =>
    limits[name].map(([most, seconds]) => ({
      key: `${name}/${seconds}/${whose}`,
      most: most * scale,
    })),
  );
  const counted = await db.execute<{ key: string; count: number; wait: number }>(sql`
    select key, count, extract(epoch from expires_at - now())::float8 as wait from rate_counters
    where key = any(${sql.param(rows.map(({ key }) => key))}::text[]) and expires_at > now()`);
  return counted
    .filter(({ key, count }) => rows.some((row) => row.key === key && count >= row.most))
    .sort((a, b) => b.wait - a.wait)[0];
}

/** Whether the limit is used up, without counting. */
export const isUsedUp = async (name: LimitName, whose: string | number): Promise<boolean> =>
  (await usedUp([[name, whose]])) !== undefined;

/**
 * Throws 429 if one more use would be too much, without counting: before work that is only counted
 * once it is done.
 */
export async function refuseUsedUp(...uses: Use[]): Promise<void> {
  const found = await usedUp(uses);
  if (found) throw tooMany(found.wait);
}
