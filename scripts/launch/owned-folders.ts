import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyProcess, isSameProcess, type ProcessIdentity } from './processes.ts';

const ownerFile = 'owner.json';

/** Marks a temporary folder as this process's. */
export function claimFolder(folder: string): void {
  writeFileSync(join(folder, ownerFile), JSON.stringify(identifyProcess(process.pid)));
}

/**
 * Deletes the temporary folders with this prefix whose process has ended.
 * @param stop ends what may still use the folder
 */
export async function removeStaleFolders(
  prefix: string,
  stop: (folder: string) => Promise<void>,
): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
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
