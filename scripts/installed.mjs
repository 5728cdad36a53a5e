// Whether node_modules holds what package-lock.json names. Runs on any Node from 20 on with nothing
// installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampIn = (root) => join(root, 'node_modules', '.hearth-installed');

/**
 * What the installed packages depend on: the lock file, npm's settings, and the system they were
 * made for.
 */
function wanted(root) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', '.npmrc'])
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

export function isInstalled(root) {
  const stamp = stampIn(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted(root)) return true;
  // Somebody may have run npm ci or npm install by hand.
  if (!isWhatNpmInstalled(root)) return false;
  markInstalled(root);
  return true;
}

export function markInstalled(root) {
  writeFileSync(stampIn(root), wanted(root));
}

/**
 * Whether what runs the built product is there, as after `npm ci --omit=dev`: without the tools
 * that build and test it.
 */
export const isInstalledForProduction = (root) => isWhatNpmInstalled(root, { withDev: false });

/**
 * npm's own note of what it put there, held against the lock file. Packages for other systems are
 * absent.
 */
function isWhatNpmInstalled(root, { withDev } = { withDev: true }) {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const { packages: there } = JSON.parse(readFileSync(note, 'utf8'));
  const { packages: named } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isSame = (path) =>
    named[path]?.version === there[path]?.version &&
    named[path]?.integrity === there[path]?.integrity;
  const isNeeded = (path) =>
    path !== '' &&
    !named[path].optional &&
    !named[path].devOptional &&
    (withDev || !named[path].dev);
  return (
    Object.keys(there).every(isSame) &&
    Object.keys(named)
      .filter(isNeeded)
      .every((path) => path in there)
  );
}
