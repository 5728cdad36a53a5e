import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isNoSpace } from '#server/no-space.ts';
import { findOpenFolders } from '#server/private-files.ts';
import { createDataDir } from '../launch/data-dir-lock.ts';
import type { Settings } from '../launch/settings.ts';
import { ok, reason, warning, wrong, type Finding } from './finding.ts';

export async function checkStorage(settings: Settings): Promise<Finding[]> {
  const folders = listFolders(settings).map(checkFolder);
  const open = findOpenFolders(settings.DATA_DIR).map((folder) =>
    wrong('storage', `other accounts may look into ${folder}: ${closing(folder, settings)}`),
  );
  return [...folders, ...open, ...(settings.S3_BUCKET ? [await checkBucket(settings)] : [])];
}

/** The command that closes a folder; only the account that it belongs to may. */
function closing(folder: string, { DATA_DIR }: Settings): string {
  const account = process.getuid?.();
  return account && statSync(folder).uid !== account
    ? `it belongs to another account: chown -R ${account} ${folder}`
    : `chmod ${folder === DATA_DIR ? 'go-rw' : 'go='} ${folder}`;
}

/** The data folder, and its subfolders on other disks. */
function listFolders({ DATA_DIR }: Settings): string[] {
  const device = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.dev;
  const inside = ['media', 'uploads'].map((name) => join(DATA_DIR, name));
  return [
    DATA_DIR,
    ...inside.filter((folder) => ![undefined, device(DATA_DIR)].includes(device(folder))),
  ];
}

async function checkBucket(settings: Settings): Promise<Finding> {
  const name = `${settings.S3_BUCKET} at ${settings.S3_ENDPOINT ?? 'Amazon'}`;
  try {
    const { s3Storage } = await import('#server/storage/s3.ts');
    await s3Storage(settings).check();
    return ok('bucket', `${name} takes files and gives them back`);
  } catch (error) {
    if (isNoSpace(error))
      return wrong('bucket', `${name} has no room left: make room there, or raise its quota`);
    return wrong(
      'bucket',
      `${name} cannot be used (${reason(error)}): check the S3_ settings, and whether the keys may read, write, list and delete`,
    );
  }
}

function checkFolder(folder: string): Finding {
  const probe = join(folder, `doctor-${process.pid}`);
  try {
    createDataDir(folder);
    const file = openSync(probe, 'wx');
    try {
      writeSync(file, 'ok');
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isNoSpace(error))
      return wrong(
        'storage',
        `no space left at ${folder}: make room; people can read, but what they send is refused`,
      );
    return wrong(
      'storage',
      `${folder} cannot be written (${reason(error)}): give it to the account that runs the site, or set DATA_DIR`,
    );
  } finally {
    rmSync(probe, { force: true });
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const words = `${(free / 1e9).toFixed(1)} GB free at ${folder}`;
  if (free < 200e6) return wrong('storage', `${words}: make room before the database stops`);
  if (free < 2e9) return warning('storage', `${words}: make room soon`);
  return ok('storage', `writable, ${words}`);
}
