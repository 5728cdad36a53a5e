import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { claimFolder, removeStaleFolders } from './owned-folders.ts';
import { stopOrphan } from './postgres-orphan.ts';

export const throwawayPrefix = 'hearth-throwaway-';

/** A PostgreSQL for a single run of tests or measurements: `stop` deletes it. */
export async function startThrowawayPostgres(
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await removeStaleFolders(throwawayPrefix, (home) => stopOrphan(join(home, 'data')));
  const home = mkdtempSync(join(tmpdir(), throwawayPrefix));
  chmodSync(home, 0o711);
  claimFolder(home);
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
