import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAt } from '#server/postgres-at.ts';
import { CliError, errorMessage, log } from './cli-error.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

/**
 * Runs the embedded database of a data folder and restarts it after crashes. The caller holds the
 * lock.
 */
export async function superviseEmbeddedDatabase(
  dataDir: string,
  onFailure: (reason: CliError) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  let current = await startEmbeddedPostgres(join(dataDir, 'postgres'), {
    // Shows whoever connects which site's database it is (src/server/location.ts).
    parameters: { 'hearth.data_dir': realpathSync(dataDir) },
  });
  const stopping = new AbortController();

  const watch = async () => {
    for (;;) {
      await current.exited;
      if (stopping.signal.aborted) return;
      log('the database ended unexpectedly; starting it again');
      const next = await restart(current, stopping.signal);
      if (!next) return;
      current = next;
    }
  };
  const watching = watch().catch((error: unknown) => onFailure(new CliError(errorMessage(error))));
  return {
    url: current.url,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
      // A restart may have been in progress when the stop came.
      await current.stop();
    },
  };
}

const maxDelay = 30_000;

/** Retries until it runs: a full disk, for example, may be cleaned up. */
async function restart(
  previous: EmbeddedPostgres,
  signal: AbortSignal,
): Promise<EmbeddedPostgres | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await previous.restart();
    } catch (error) {
      const delay = Math.min(500 * 2 ** attempt, maxDelay);
      log(`${errorMessage(error)} Trying again in ${delay / 1_000} s.`);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Runs a short piece of work on a database with its own connection. */
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
