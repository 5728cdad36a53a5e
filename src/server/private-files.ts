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

/** Paths that could not be closed. */
interface Foreign {
  count: number;
  first?: string;
}

/**
 * Closes the data folder to other accounts: at once its folders and what this process and its
 * children create from now on, then whatever an earlier version or a copy left open in `media`.
 * Resolves when that is done, which takes minutes for millions of files. Paths of another
 * account are left out, and the promise rejects when everything else is closed.
 */
export async function closeDataDir(dataDir: string): Promise<void> {
  if (!hasModes) return;
  process.umask(forOthers);
  const foreign: Foreign = { count: 0 };
  const close = (folder: string, mode: number) => {
    try {
      chmodSync(folder, mode);
    } catch (error) {
      skip(folder, foreign)(error as NodeJS.ErrnoException);
    }
  };
  for (const folder of privateFolders(dataDir)) close(folder, 0o700);
  close(dataDir, dataDirMode(dataDir));
  const media = join(dataDir, 'media');
  await closeInside(media, foreign).catch(skip(media, foreign));
  if (foreign.count > 0)
    throw new Error(
      `${foreign.count} paths belong to another account, the first is ${foreign.first}: give them to this one (chown)`,
    );
}

/** A folder is closed after all that it contains, so that a closed one needs no second visit. */
async function closeInside(folder: string, foreign: Foreign): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await closeFolder(path, foreign).catch(skip(path, foreign));
    else if (entry.isFile()) await chmod(path, 0o600).catch(skip(path, foreign));
  }
}

async function closeFolder(folder: string, foreign: Foreign): Promise<void> {
  if (!((await stat(folder)).mode & forOthers)) return;
  await closeInside(folder, foreign);
  await chmod(folder, 0o700);
}

/** For a path that was deleted meanwhile, or that belongs to another account. */
const skip = (path: string, foreign: Foreign) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return;
  if (error.code !== 'EPERM' && error.code !== 'EACCES') throw error;
  foreign.count += 1;
  foreign.first ??= path;
};

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
