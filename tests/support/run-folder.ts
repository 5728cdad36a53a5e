import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOwnedFolder, removeStaleFolders } from '../../scripts/launch/owned-folders.ts';
import { stopOrphan } from '../../scripts/launch/postgres-orphan.ts';
import { throwawayPrefix } from '../../scripts/launch/throwaway-postgres.ts';

const prefix = 'hearth-test-run-';

const gibibyte = 1024 ** 3;
/** Above what a whole run keeps in its folder, nearly all of it databases. */
const room = 8 * gibibyte;
const inMemory = '/dev/shm';

/**
 * A folder in memory where there is plenty of it: a database for each test file is more than a
 * thousand new files, and on a disk creating them takes a seventh of the time of those tests.
 * Programs that tests write have to start there.
 */
function findParent(): string {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === inMemory);
    if (!mount || /\b(noexec|ro)\b/.test(mount.split(' ')[3] ?? 'ro')) return tmpdir();
    const { bavail, bsize } = statfsSync(inMemory);
    const isLarge = bavail * bsize >= room && process.availableMemory() >= room + 4 * gibibyte;
    return isLarge ? inMemory : tmpdir();
  } catch {
    // Not Linux.
    return tmpdir();
  }
}

/**
 * Makes one folder the temporary folder of this process and its children, so that also a killed run
 * leaves nothing for ever: the next run deletes the folders whose process has ended.
 */
export async function useRunFolder(): Promise<string> {
  const stop = async (stale: string) => {
    const databases = readdirSync(stale).filter((name) => name.startsWith(throwawayPrefix));
    for (const name of databases) await stopOrphan(join(stale, name, 'data'));
  };
  // First, because what a killed run left in memory may be why there is no room.
  for (const parent of [tmpdir(), inMemory].filter((path) => existsSync(path)))
    await removeStaleFolders(prefix, stop, parent);
  const folder = await createOwnedFolder(prefix, stop, findParent());
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
