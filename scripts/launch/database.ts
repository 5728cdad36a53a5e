import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAt } from '#server/postgres-at.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { Problem, say, wordsFor } from './problem.ts';

/**
 * Keeps the embedded database of a data folder alive until it is told to stop. The caller holds the
 * claim.
 */
export async function keepEmbeddedDatabase(
  dataDir: string,
  giveUp: (reason: Problem) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  let current = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  const stopping = new AbortController();

  const watch = async () => {
    for (;;) {
      await current.exited;
      if (stopping.signal.aborted) return;
      say('the database ended unexpectedly; starting it again');
      const next = await restart(current, stopping.signal);
      if (!next) return;
      current = next;
    }
  };
  const watching = watch().catch((error: unknown) => giveUp(new Problem(wordsFor(error))));
  return {
    url: current.url,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
      // A restart may have been under way when the stop came.
      await current.stop();
    },
  };
}

const maxPause = 30_000;

/** Until it runs: a full disk, for one, is made room on. */
async function restart(
  dead: EmbeddedPostgres,
  signal: AbortSignal,
): Promise<EmbeddedPostgres | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await dead.restart();
    } catch (error) {
      const pause = Math.min(500 * 2 ** attempt, maxPause);
      say(`${wordsFor(error)} Trying again in ${pause / 1_000} s.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** One short piece of work on a database. */
export async function query<T>(
  url: string,
  work: (sql: ReturnType<typeof postgresAt>) => Promise<T>,
): Promise<T> {
  const sql = postgresAt(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
