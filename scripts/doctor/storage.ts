import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../launch/settings.ts';
import { ok, reason, warning, wrong, type Finding } from './finding.ts';

export async function checkStorage(settings: Settings): Promise<Finding[]> {
  return [checkFolder(settings), ...(settings.S3_BUCKET ? [await checkBucket(settings)] : [])];
}

async function checkBucket(settings: Settings): Promise<Finding> {
  const name = `${settings.S3_BUCKET} at ${settings.S3_ENDPOINT ?? 'Amazon'}`;
  try {
    const { s3Storage } = await import('#server/storage/s3.ts');
    await s3Storage(settings).check();
    return ok('bucket', `${name} takes files and gives them back`);
  } catch (error) {
    return wrong('bucket', `${name} cannot be used (${reason(error)}): check the S3_ settings, and whether the keys may read, write, list and delete`);
  }
}

function checkFolder({ DATA_DIR }: Settings): Finding {
  const probe = join(DATA_DIR, `doctor-${process.pid}`);
  try {
    mkdirSync(DATA_DIR, { recursive: true });
    const file = openSync(probe, 'wx');
    writeSync(file, 'ok');
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    return wrong('storage', `${DATA_DIR} cannot be written (${reason(error)}): give it to the account that runs the site, or set DATA_DIR`);
  } finally {
    rmSync(probe, { force: true });
  }
  const { bavail, bsize } = statfsSync(DATA_DIR);
  const free = bavail * bsize;
  const words = `${(free / 1e9).toFixed(1)} GB free at ${DATA_DIR}`;
  if (free < 200e6) return wrong('storage', `${words}: make room before the database stops`);
  if (free < 2e9) return warning('storage', `${words}: make room soon`);
  return ok('storage', `writable, ${words}`);
}
