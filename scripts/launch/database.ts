import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAt } from '#server/postgres-at.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { Problem, say, wordsFor } from './problem.ts';

/** Keeps the embedded database of a data folder alive until it is told to stop. The caller holds the claim. */
export async function keepEmbeddedDatabase(dataDir: string, giveUp: (reason: Problem) => void): Promise<{ url: string; stop: () => Promise<void> }> {
  let current = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  let isStopping = false;

  const watch = async () => {
    for (;;) {
      await current.exited;
      if (isStopping) return;
      say('the database ended unexpectedly; starting it again');
      const next = await restart(current, () => isStopping);
      if (!next) return;
      current = next;
    }
  };
  const watching = watch().catch((error: unknown) => giveUp(new Problem(wordsFor(error))));
  return {
    url: current.url,
    stop: async () => {
      isStopping = true;
      await current.stop();
      await watching;
      // A restart may have been under way when the stop came.
      await current.stop();
    },
  };
}

async function restart(dead: EmbeddedPostgres, isStopping: () => boolean): Promise<EmbeddedPostgres | undefined> {
  for (let attempt = 1; !isStopping(); attempt += 1) {
    try {
      return await dead.restart();
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(500 * 2 ** attempt);
    }
  }
  return undefined;
}

/** One short piece of work on a database. */
export async function query<T>(url: string, work: (sql: ReturnType<typeof postgresAt>) => Promise<T>): Promise<T> {
  const sql = postgresAt(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
