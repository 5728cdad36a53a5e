import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { HttpError } from '#server/errors.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { sql } from '#server/sql.ts';
import type { RestAnswer } from './rest.ts';

// Runs every pair of some writes at once (docs/locking.md).

export type Outcome = Pick<RestAnswer, 'status' | 'text'>;
export type Write<World> = (world: World) => Promise<Outcome>;

/** Result of a function without a route, as a call would return it. */
export async function outcome(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return { status: 200, text: '' };
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, text: error.message };
    return { status: 500, text: String(error) };
  }
}

/**
 * Deadlocks in this file's database so far, also those after which the work was repeated. Ends the
 * sessions of the pool, which report their statistics at their end at the latest.
 */
export async function countDeadlocks(): Promise<number> {
  const client = postgresAt(env().DATABASE_URL!, { max: 1 });
  try {
    await client`
      select pg_terminate_backend(pid, 10000)
      from pg_stat_activity
      where datname = current_database() and application_name = 'hearth'`;
    const [row] = await client<{ count: string }[]>`
      select deadlocks as count from pg_stat_database where datname = current_database()`;
    return Number(row!.count);
  } finally {
    await client.end();
    // The pool notices the end of its sessions by the next statement.
    await db.execute(sql`select 1`).catch(() => undefined);
  }
}

export type Pair = readonly [one: string, second: string];

/** Each name with itself and every other. */
export const everyPair = (names: string[]): Pair[] =>
  names.flatMap((one, index) => names.slice(index).map((second) => [one, second] as const));

/** Runs the pairs four at a time. Returns what failed, and the pairs that took long after a deadlock. */
export async function runPairs(
  pairs: Pair[],
  run: (...pair: Pair) => Promise<Outcome[]>,
): Promise<string[]> {
  const left = [...pairs];
  const before = await countDeadlocks();
  const failed: string[] = [];
  const slow: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let pair = left.shift(); pair; pair = left.shift()) {
      const begun = performance.now();
      const answers = await run(...pair);
      // PostgreSQL looks for a deadlock after a second.
      if (performance.now() - begun > 1_000) slow.push(pair.join(' and '));
      for (const { status, text } of answers)
        if (status >= 500) failed.push(`${pair.join(' and ')}: ${text.slice(0, 160)}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, runNext));
  const deadlocks = (await countDeadlocks()) - before;
  if (deadlocks) failed.push(`${deadlocks} deadlocks, perhaps in: ${slow.join(', ')}`);
  return failed;
}
