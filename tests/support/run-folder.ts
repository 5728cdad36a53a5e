import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder, removeStaleFolders } from '../../scripts/launch/owned-folders.ts';
import { stopOrphan } from '../../scripts/launch/postgres-orphan.ts';
import { throwawayPrefix } from '../../scripts/launch/throwaway-postgres.ts';

const prefix = 'hearth-test-run-';

/**
 * Makes one folder the temporary folder of this process and its children, so that also a killed run
 * leaves nothing for ever: the next run deletes the folders whose process has ended.
 */
export async function useRunFolder(): Promise<string> {
  await removeStaleFolders(prefix, async (folder) => {
    const databases = readdirSync(folder).filter((name) => name.startsWith(throwawayPrefix));
    for (const name of databases) await stopOrphan(join(folder, name, 'data'));
  });
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // The database's account passes through it.
  chmodSync(folder, 0o711);
  claimFolder(folder);
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A program that is just ending still writes there; the next run deletes it.
    }
  });
  return folder;
}
