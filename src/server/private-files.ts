import { chmodSync, existsSync, statSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const forOthers = 0o077;
const hasModes = process.platform !== 'win32';

/** Folders of what members sent, and of mails with links that log in. */
const privateFolders = (dataDir: string) =>
  ['media', 'uploads', 'mail'].map((name) => join(dataDir, name)).filter((one) => existsSync(one));

/** As root, the database runs under another account and passes through to its folder. */
const dataDirMode = (dataDir: string) =>
  process.getuid?.() === 0 && existsSync(join(dataDir, 'postgres')) ? 0o711 : 0o700;

/**
 * Closes the data folder to other accounts: at once its folders and what this process and its
 * children create from now on, then whatever an earlier version or a copy left open in `media`.
 * Resolves when that is done, which takes minutes for millions of files.
 */
export async function closeDataDir(dataDir: string): Promise<void> {
  if (!hasModes) return;
  process.umask(forOthers);
  for (const folder of privateFolders(dataDir)) chmodSync(folder, 0o700);
  if (existsSync(dataDir)) chmodSync(dataDir, dataDirMode(dataDir));
  await closeInside(join(dataDir, 'media')).catch(ignoreMissing);
}

/** A folder is closed after all that it contains, so that a closed one needs no second visit. */
async function closeInside(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await closeFolder(path).catch(ignoreMissing);
    else if (entry.isFile()) await chmod(path, 0o600).catch(ignoreMissing);
  }
}

async function closeFolder(folder: string): Promise<void> {
  if (!((await stat(folder)).mode & forOthers)) return;
  await closeInside(folder);
  await chmod(folder, 0o700);
}

/** Deleted meanwhile. */
function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error;
}

/** Folders in which other accounts can read. Whoever only passes through the data folder cannot. */
export function findOpenFolders(dataDir: string): string[] {
  const isOpen = (folder: string, bits: number) =>
    ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & bits) !== 0;
  if (!hasModes) return [];
  return [
    ...[dataDir].filter((folder) => isOpen(folder, 0o066)),
    ...privateFolders(dataDir).filter((folder) => isOpen(folder, forOthers)),
  ];
}
