import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, canInstall } from './apt.ts';

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
  if (find() || !canInstall()) return find();
  // The package would otherwise create and start a server of its own.
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  await aptInstall(['postgresql-15'], signal, ['-o', 'Dpkg::Options::=--force-confold']);
  return find();
}
