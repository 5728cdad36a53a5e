import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { CliError } from './cli-error.ts';
import { majorVersion } from './postgres-binaries.ts';

/** A random password per installation, created at first use and readable by us only. */
export function readOrCreatePassword(file: string): string {
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}

/**
 * Makes the system's allocator give back what planning took: glibc raises these limits itself as
 * large blocks come and go, and a connection then keeps nearly twice what its plans take. Smaller
 * limits cost processor time. The database in compose.yaml has the same values.
 */
export const databaseEnvironment = {
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};

/** The environment for PostgreSQL's programs: none of our secrets, no PG* settings. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, TZ: 'UTC', ...databaseEnvironment, ...(SystemRoot && { SystemRoot, TEMP }) };
}

interface Cluster {
  bin: string;
  dataDir: string;
  account: Account | undefined;
  adminPassword: string;
  isDurable: boolean;
}

/**
 * Creates the data directory if it is missing: first under another name, so that an incomplete one
 * is never used.
 */
export function createCluster({ bin, dataDir, account, adminPassword, isDurable }: Cluster): void {
  if (existsSync(dataDir)) return;
  const unfinished = `${dataDir}.new`;
  const passwordFile = `${dataDir}.pw`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, adminPassword, { mode: 0o600, flag: 'wx' });
  if (account)
    for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid);
  const common = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ];
  let errorText = '';
  try {
    for (const locale of localesFor(majorVersion(bin))) {
      const result = spawnSync(join(bin, 'initdb'), [...common, ...locale], {
        cwd: '/',
        env: postgresEnvironment(),
        encoding: 'utf8',
        ...account,
      });
      if (result.status === 0) return renameSync(unfinished, dataDir);
      errorText = result.error?.message ?? result.stderr.trim();
      if (!/locale/i.test(errorText)) break;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
  throw new CliError(
    `The database could not be created in ${dataDir}: ${errorText.split('\n').at(-1) ?? ''}`,
  );
}

/**
 * From 17 on PostgreSQL sorts by Unicode code point on every system (its builtin provider).
 * Character classes for text search still come from the system's locale, whose UTF-8 variant has
 * different names.
 */
function localesFor(version: number): string[][] {
  const letters = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8', 'C'];
  if (version < 17) return letters.map((name) => [`--locale=${name}`]);
  return letters.map((name) => [
    '--locale=C',
    `--lc-ctype=${name}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
}
