import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createOwnedFolder } from '../../scripts/launch/owned-folders.ts';
import { stopOrphan } from '../../scripts/launch/postgres-orphan.ts';
import { throwawayPrefix } from '../../scripts/launch/throwaway-postgres.ts';

const prefix = 'hearth-test-run-';

/**
 * Makes one folder the temporary folder of this process and its children, so that also a killed run
 * leaves nothing for ever: the next run deletes the folders whose process has ended.
 */
export async function useRunFolder(): Promise<string> {
  const folder = await createOwnedFolder(prefix, async (stale) => {
    const databases = readdirSync(stale).filter((name) => name.startsWith(throwawayPrefix));
    for (const name of databases) await stopOrphan(join(stale, name, 'data'));
  });
  // The database's account passes through it.
  chmodSync(folder, 0o711);
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
