import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../launch/settings.ts';
import { ok, reason, warning, wrong, type Finding } from './finding.ts';

export function checkStorage({ DATA_DIR }: Settings): Finding[] {
  const probe = join(DATA_DIR, `doctor-${process.pid}`);
  try {
    mkdirSync(DATA_DIR, { recursive: true });
    const file = openSync(probe, 'wx');
    writeSync(file, 'ok');
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    return [wrong('storage', `${DATA_DIR} cannot be written (${reason(error)}): give it to the account that runs the site, or set DATA_DIR`)];
  } finally {
    rmSync(probe, { force: true });
  }
  const { bavail, bsize } = statfsSync(DATA_DIR);
  const free = bavail * bsize;
  const words = `${(free / 1e9).toFixed(1)} GB free at ${DATA_DIR}`;
  if (free < 200e6) return [wrong('storage', `${words}: make room before the database stops`)];
  if (free < 2e9) return [warning('storage', `${words}: make room soon`)];
  return [ok('storage', `writable, ${words}`)];
}
