import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './child.ts';
import { CliError, log } from './cli-error.ts';
import { findLockOwner } from './data-dir-lock.ts';
import type { CommandContext } from './lifecycle.ts';
import { root } from './root.ts';
import { readSettings } from './settings.ts';

const updateFolder = '.update';
const beforeFolder = '.before';
/** Moved as they are; the sources follow by git. */
const built = ['dist', 'node_modules'];

function git(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (error) throw new CliError(`git could not be run (${error.message}).`);
  if (status !== 0) throw new CliError(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

const headOf = (folder: string) => git(folder, ['rev-parse', 'HEAD']);
const commitOf = (slot: string) => readFileSync(join(slot, 'commit'), 'utf8');
const readIf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Writes the files of a commit into a folder, without touching those that are checked out. */
function writeSources(folder: string, slot: string, commit: string): void {
  const index = { GIT_INDEX_FILE: join(slot, '.index') };
  git(folder, ['read-tree', commit], index);
  git(folder, ['checkout-index', '--all', `--prefix=${slot}/`], index);
}

/**
 * Builds a newer version in a folder of its own, so that a running site keeps its files. Packages are
 * shared where the lock file is the same, else installed there. Returns false if there is no newer one.
 */
export async function prepareUpdate(folder: string, signal?: AbortSignal): Promise<boolean> {
  git(folder, ['fetch', '--quiet']);
  const commit = git(folder, ['rev-parse', '--verify', '@{upstream}']);
  if (commit === headOf(folder)) return false;
  const slot = join(folder, updateFolder);
  rmSync(slot, { recursive: true, force: true });
  mkdirSync(slot);
  writeSources(folder, slot, commit);
  const hasSamePackages = ['package-lock.json', '.npmrc'].every(
    (name) => readIf(join(slot, name)) === readIf(join(folder, name)),
  );
  if (hasSamePackages) symlinkSync(resolve(folder, 'node_modules'), join(slot, 'node_modules'));
  const { code } = await run(process.execPath, [join(slot, 'scripts', 'start.mjs'), 'build'], {
    cwd: slot,
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  if (code !== 0)
    throw new CliError('The new version could not be built: nothing of the site has changed.');
  writeFileSync(join(slot, 'commit'), commit);
  return true;
}

/** Moves what is built between the folder and the slot; the sources follow. */
function exchange(folder: string, slot: string): void {
  const saved = join(folder, `${beforeFolder}.new`);
  const before = headOf(folder);
  const commit = commitOf(slot);
  // Compares the contents of files that were only touched: by their times alone, git would refuse.
  git(folder, ['status', '--porcelain', '--untracked-files=no']);
  // Refuses, before anything has moved, to overwrite files that somebody has edited.
  git(folder, ['reset', '--quiet', '--keep', commit]);
  rmSync(saved, { recursive: true, force: true });
  mkdirSync(saved);
  writeFileSync(join(saved, 'commit'), before);
  for (const name of built) {
    const next = join(slot, name);
    // Shared packages stay.
    if (!isThere(next) || lstatSync(next).isSymbolicLink()) continue;
    if (isThere(join(folder, name))) renameSync(join(folder, name), join(saved, name));
    renameSync(next, join(folder, name));
  }
  rmSync(slot, { recursive: true });
  rmSync(join(folder, beforeFolder), { recursive: true, force: true });
  renameSync(saved, join(folder, beforeFolder));
}

/** Puts the prepared version in the place of the one before, which is kept. */
export function switchToUpdate(folder: string): void {
  const slot = join(folder, updateFolder);
  if (!existsSync(join(slot, 'commit')))
    throw new CliError('No new version is prepared: npm run update does it.');
  exchange(folder, slot);
}

/** Puts the version before back; the one it replaces is kept in its stead. */
export function switchBack(folder: string): void {
  const slot = join(folder, beforeFolder);
  if (!existsSync(join(slot, 'commit')))
    throw new CliError('There is no version before: npm run update keeps one.');
  exchange(folder, slot);
}

function checkStopped(dataDir: string): void {
  if (findLockOwner(dataDir)) throw new CliError('The site is running: stop it first.');
}

/** `npm run update`, beside the running site; `-- switch` and `-- back` while it is stopped. */
export async function update([step]: string[], { signal }: CommandContext): Promise<number> {
  if (step === undefined) {
    const isNew = await prepareUpdate(root, signal);
    log(
      isNew
        ? 'the new version is built. Stop the site, npm run update -- switch, and start it again.'
        : 'this is the newest version already.',
    );
    return 0;
  }
  if (step !== 'switch' && step !== 'back')
    throw new CliError('npm run update, npm run update -- switch or npm run update -- back.');
  checkStopped(readSettings().DATA_DIR);
  if (step === 'switch') switchToUpdate(root);
  else switchBack(root);
  log(`the next start runs version ${headOf(root).slice(0, 8)}.`);
  return 0;
}
