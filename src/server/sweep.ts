import { sql } from '#server/sql.ts';
import { now } from './clock.ts';
import { db } from './db.ts';
import { errorFields, log } from './log.ts';

export type Sweep = () => Promise<void>;

const maxFailures = 100;
const maxFailingMilliseconds = 60_000;

/**
 * Does the work for every item although it fails for some, so that one file which cannot be deleted
 * keeps no others waiting. Gives up when so much fails that the storage must be away. Throws the
 * first error in the end.
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  let failingMilliseconds = 0;
  for (const item of items) {
    const started = performance.now();
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
      failingMilliseconds += performance.now() - started;
    }
    if (failures.length === maxFailures || failingMilliseconds > maxFailingMilliseconds) break;
  }
  if (failures.length) throw failures[0];
}

/**
 * Runs every sweep although others fail, each failure in the log, and fails itself if any did: the
 * job is then retried.
 */
export async function runSweeps(sweeps: Record<string, Sweep>): Promise<void> {
  const failed: string[] = [];
  for (const [name, sweep] of Object.entries(sweeps)) {
    try {
      await sweep();
    } catch (error) {
      failed.push(name);
      log('warn', 'sweep failed', { sweep: name, ...errorFields(error) });
    }
  }
  if (failed.length) throw new Error(`Sweeps failed: ${failed.join(', ')}`);
}

/** Rows of the plumbing whose time is over. Safe to run twice at once. */
export async function sweepPlumbing(): Promise<void> {
  await db.execute(sql`delete from rate_counters where expires_at <= ${now()}`);
  await db.execute(
    sql`delete from idempotency_keys where created_at <= ${now()} - interval '24 hours'`,
  );
  // Longer than any job is tried.
  await db.execute(sql`delete from sent_mails where sent_at <= ${now()} - interval '30 days'`);
}
