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
import { majorVersion } from './postgres-binaries.ts';
import { Problem } from './problem.ts';

/** A password of its own for each installation, made at first use and readable by us alone. */
export function passwordIn(file: string): string {
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}

/**
 * What PostgreSQL's programs need from our environment, and nothing else: no secrets of ours, no
 * PG* settings.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, TZ: 'UTC', ...(SystemRoot && { SystemRoot, TEMP }) };
}

interface Cluster {
  bin: string;
  dataDir: string;
  account: Account | undefined;
  adminPassword: string;
  isDurable: boolean;
}

/**
 * Makes the data directory when it is not there yet: first under another name, so that half a one
 * is never taken for whole.
 */
export function makeCluster({ bin, dataDir, account, adminPassword, isDurable }: Cluster): void {
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
  let said = '';
  try {
    for (const locale of localesFor(majorVersion(bin))) {
      const made = spawnSync(join(bin, 'initdb'), [...common, ...locale], {
        cwd: '/',
        env: postgresEnvironment(),
        encoding: 'utf8',
        ...account,
      });
      if (made.status === 0) return renameSync(unfinished, dataDir);
      said = made.error?.message ?? made.stderr.trim();
      if (!/locale/i.test(said)) break;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
  throw new Problem(
    `The database could not be created in ${dataDir}: ${said.split('\n').at(-1) ?? ''}`,
  );
}

/**
 * From 17 on PostgreSQL sorts by Unicode code point on every system alike (its own provider). The
 * system's letter table is still asked what a letter is when texts are searched, and its UTF-8 one
 * goes by different names.
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
