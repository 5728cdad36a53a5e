import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './chromium.ts';
import { log } from './cli-error.ts';

/** Usual folders of PostgreSQL 15, the oldest supported version. */
const folders = [
  '/usr/lib/postgresql/15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
  '/usr/pgsql-15/bin',
];

/** Finds PostgreSQL 15, or installs it from Debian's packages if allowed. */
export async function findPostgres15(signal: AbortSignal): Promise<string | undefined> {
  const find = () => folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (find() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return find();
  log("installing Debian's package postgresql-15 for the tests against that version");
  // The package would otherwise create and start a server of its own.
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  await aptInstall(['-o', 'Dpkg::Options::=--force-confold', 'postgresql-15'], signal);
  return find();
}
