import { sql } from '#server/sql.ts';
import { now } from './clock.ts';
import { db } from './db.ts';
import { errorFields, log } from './log.ts';

export type Prune = () => Promise<void>;

const maxFailures = 100;
const maxFailingMilliseconds = 60_000;

/**
 * Does the work for every item even if some fail, so that one undeletable file does not block the
 * others. Gives up after so many failures that the storage must be away. Finally throws the first
 * error.
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
 * Runs every prune even if others fail, logs each failure, and throws if any failed, so that the
 * job is retried.
 */
export async function runPrunes(prunes: Record<string, Prune>): Promise<void> {
  const failed: string[] = [];
  for (const [name, prune] of Object.entries(prunes)) {
    try {
      await prune();
    } catch (error) {
      failed.push(name);
      log('warn', 'pruning failed', { prune: name, ...errorFields(error) });
    }
  }
  if (failed.length) throw new Error(`Pruning failed: ${failed.join(', ')}`);
}

/** Deletes expired rows of the infrastructure tables. Safe to run concurrently. */
export async function pruneInfrastructure(): Promise<void> {
  await db.execute(sql`delete from rate_counters where expires_at <= ${now()}`);
  await db.execute(
    sql`delete from idempotency_keys where created_at <= ${now()} - interval '24 hours'`,
  );
  // Longer than any job is retried.
  await db.execute(sql`delete from sent_mails where sent_at <= ${now()} - interval '30 days'`);
}
