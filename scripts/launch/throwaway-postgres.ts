import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { createOwnedFolder } from './owned-folders.ts';
import { stopOrphan } from './postgres-orphan.ts';

export const throwawayPrefix = 'hearth-throwaway-';

/** A PostgreSQL for a single run of tests or measurements: `stop` deletes it. */
export async function startThrowawayPostgres(
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = await createOwnedFolder(throwawayPrefix, (stale) => stopOrphan(join(stale, 'data')));
  chmodSync(home, 0o711);
  const postgres = await startEmbeddedPostgres(home, {
    isDurable: false,
    mayCreateDatabases: true,
    ...options,
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { ...postgres, stop };
}
