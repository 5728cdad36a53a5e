import { sql } from '#server/sql.ts';
import { db, type Tx } from './db.ts';
import { entriesOf } from './domain.ts';
import { env } from './env.ts';
import { tooMany } from './errors.ts';

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Windows as [maximum, seconds]; all apply at once (security.md section 8). */
export type Limit = ReadonlyArray<readonly [maximum: number, seconds: number]>;

/** Limits of calls and uploads in general; the others are named in the manifests of the domains. */
const generalLimits: Record<string, Limit> = {
  memberCalls: [[1500, 5 * minute]],
  sessionCalls: [[600, 5 * minute]],
  visitorCalls: [[300, 5 * minute]],
  uploadFiles: [[60, 30 * minute]],
  /** 2 GB. */
  uploadKilobytes: [[2 * 1024 * 1024, day]],
};

/** Throws for a name that no manifest has. */
export function findLimit(name: string): Limit {
  const limit = generalLimits[name] ?? entriesOf('limits').get(name);
  if (!limit) throw new Error(`No domain has a limit named ${name}.`);
  return limit;
}

/** A use of a limit by an identity (a member's id, an address, …); amount 1 by default. */
export type Use = readonly [limit: string, identity: string | number, amount?: number];

/**
 * Counts each use and throws 429 if any exceeds its limit. Counted in the database for all
 * processes, in one statement; windows are fixed and start at multiples of their length.
 */
export const consume = (...uses: Use[]): Promise<void> => consumeIn(db, ...uses);

/** As `consume`, within a transaction: a rollback is not counted. */
export async function consumeIn(tx: Tx, ...uses: Use[]): Promise<void> {
  const scale = env().RATE_LIMIT_SCALE;
  const rows = uses.flatMap(([name, identity, amount = 1]) =>
    findLimit(name).map(([max, seconds]) => ({
      key: `${name}/${seconds}/${identity}`,
      seconds,
      amount,
      max: Math.max(1, Math.floor(max * scale)),
    })),
  );
  // Sorted, so that two requests never deadlock.
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
      -- Stops counting far above every limit.
    on conflict (key, window_start)
    do update set count = least(c.count::bigint + excluded.count, 2147483647)::int
    returning key, count, extract(epoch from expires_at - now())::float8 as wait`);
  const over = counted.filter(({ key, count }) => count > rows.find((row) => row.key === key)!.max);
  if (over.length) throw tooMany(Math.max(...over.map(({ wait }) => wait)));
}

async function findReached(uses: Use[]): Promise<{ wait: number } | undefined> {
  const scale = env().RATE_LIMIT_SCALE;
  const rows = uses.flatMap(([name, identity]) =>
    findLimit(name).map(([max, seconds]) => ({
      key: `${name}/${seconds}/${identity}`,
      max: max * scale,
    })),
  );
  const counted = await db.execute<{ key: string; count: number; wait: number }>(sql`
    select key, count, extract(epoch from expires_at - now())::float8 as wait from rate_counters
    where key = any(${sql.param(rows.map(({ key }) => key))}::text[])
      and expires_at > now()`);
  return counted
    .filter(({ key, count }) => rows.some((row) => row.key === key && count >= row.max))
    .sort((a, b) => b.wait - a.wait)[0];
}

/** Whether the limit is reached, without counting. */
export const isLimitReached = async (name: string, identity: string | number): Promise<boolean> =>
  (await findReached([[name, identity]])) !== undefined;

/**
 * Throws 429 if one more use would exceed a limit, without counting: for work that is counted only
 * once it is done.
 */
export async function checkLimits(...uses: Use[]): Promise<void> {
  const found = await findReached(uses);
  if (found) throw tooMany(found.wait);
}
