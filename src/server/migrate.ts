import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { connect } from './db.ts';

/** In a checkout the files lie beside this module, in a build two folders above dist/server. */
function migrationsFolder() {
  const candidates = ['./migrations', '../../src/server/migrations', '../../../src/server/migrations'];
  const folder = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(join(path, 'meta/_journal.json')));
  if (!folder) throw new Error('The folder src/server/migrations is missing beside the build');
  return folder;
}

/** Brings the database up to date. Several processes may call it at once: an advisory lock lets one work. */
export async function migrate(databaseUrl: string): Promise<void> {
  const { client, db } = connect(databaseUrl, { max: 1, statementTimeout: 0, applicationName: 'hearth-migrate' });
  try {
    await client`select pg_advisory_lock(hashtext('hearth:migrate'))`.catch(async (error) => {
      // lock_timeout ends the wait after 2 s; another process is migrating, so try again with patience.
      if (error.code !== '55P03') throw error;
      await client`set lock_timeout = '60s'`;
      await client`select pg_advisory_lock(hashtext('hearth:migrate'))`;
    });
    await client`set lock_timeout = '2s'`;
    await runMigrations(db, { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end({ timeout: 5 });
  }
}
