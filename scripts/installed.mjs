// Checks whether node_modules matches package-lock.json. Runs on any Node from 20 on, without
// dependencies.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = (root) => join(root, 'node_modules', '.hearth-installed');

/**
 * A fingerprint of everything the installed packages depend on: lock file, npm settings, system.
 */
function fingerprint(root) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', '.npmrc'])
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

export function isInstalled(root) {
  const stamp = stampFile(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)) return true;
  // npm ci or npm install may have been run by hand.
  if (!matchesLockFile(root)) return false;
  markInstalled(root);
  return true;
}

export function markInstalled(root) {
  writeFileSync(stampFile(root), fingerprint(root));
}

/**
 * Whether the production packages are installed, as after `npm ci --omit=dev`: without the tools
 * for building and testing.
 */
export const isInstalledForProduction = (root) => matchesLockFile(root, { withDev: false });

/**
 * Compares npm's own record of installed packages with the lock file. Packages for other systems
 * are absent.
 */
function matchesLockFile(root, { withDev } = { withDev: true }) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'));
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isSame = (path) =>
    locked[path]?.version === installed[path]?.version &&
    locked[path]?.integrity === installed[path]?.integrity;
  const isNeeded = (path) =>
    path !== '' &&
    !locked[path].optional &&
    !locked[path].devOptional &&
    (withDev || !locked[path].dev);
  return (
    Object.keys(installed).every(isSame) &&
    Object.keys(locked)
      .filter(isNeeded)
      .every((path) => path in installed)
  );
}
