import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './chromium.ts';
import { say } from './problem.ts';

/**
 * Where the programs of PostgreSQL 15 usually lie: the oldest version that we promise to work with.
 */
const places = [
  '/usr/lib/postgresql/15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
  '/usr/pgsql-15/bin',
];

/** Found, or installed from Debian's packages when we may. */
export async function findPostgres15(signal: AbortSignal): Promise<string | undefined> {
  const find = () => places.find((folder) => existsSync(join(folder, 'initdb')));
  if (find() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return find();
  say("installing Debian's package postgresql-15 for the tests against that version");
  // Its installation would otherwise create and start a server of its own.
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  await aptInstall(['-o', 'Dpkg::Options::=--force-confold', 'postgresql-15'], signal);
  return find();
}
