import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyProcess, isSameProcess, type ProcessIdentity } from './processes.ts';

const ownerFile = 'owner.json';

/**
 * Creates a temporary folder of this process, and deletes those with this prefix whose process was
 * killed before it could.
 * @param stop ends what may still use such a folder
 */
export async function createOwnedFolder(
  prefix: string,
  stop: (folder: string) => Promise<void> = async () => {},
  parent = tmpdir(),
): Promise<string> {
  await removeStaleFolders(prefix, stop, parent);
  const folder = mkdtempSync(join(parent, prefix));
  writeFileSync(join(folder, ownerFile), JSON.stringify(identifyProcess(process.pid)));
  return folder;
}

/** Deletes the folders with this prefix in `parent` whose process has ended. */
export async function removeStaleFolders(
  prefix: string,
  stop: (folder: string) => Promise<void>,
  parent: string,
): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name);
    try {
      if (isOwned(folder)) continue;
      await stop(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another account's, or another run is removing it right now.
    }
  }
}

function isOwned(folder: string): boolean {
  try {
    return isSameProcess(
      JSON.parse(readFileSync(join(folder, ownerFile), 'utf8')) as ProcessIdentity,
    );
  } catch {
    // Just created and not signed yet, or incomplete.
    return Date.now() - statSync(folder).mtimeMs < 60_000;
  }
}
