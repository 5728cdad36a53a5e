import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { connect, type Db } from './db.ts';

/** In a checkout the files lie beside this module, in a build two folders above dist/server. */
function migrationsFolder() {
  const candidates = [
    './migrations',
    '../../src/server/migrations',
    '../../../src/server/migrations',
  ];
  const folder = candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'meta/_journal.json')));
  if (!folder) throw new Error('The folder src/server/migrations is missing beside the build');
  return folder;
}

/** What Drizzle's own `migrate` calls, with all there are. */
interface Migrator {
  dialect: {
    migrate: (
      migrations: MigrationMeta[],
      session: unknown,
      config: { migrationsFolder: string },
    ) => Promise<void>;
  };
  session: unknown;
}

/**
 * Each in a transaction of its own: in one together, what the first locks would be locked until the
 * last has built its index.
 */
async function runMigrations(db: Db): Promise<void> {
  const config = { migrationsFolder: migrationsFolder() };
  const { dialect, session } = db as unknown as Migrator;
  const run = (migrations: MigrationMeta[]) => dialect.migrate(migrations, session, config);
  // Makes the list of those that were run, where there is none.
  await run([]);
  const [last] = await db.execute<{ at: number | null }>(
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  );
  for (const migration of readMigrationFiles(config))
    if (migration.folderMillis > (last!.at ?? 0)) await run([migration]);
}

/**
 * Brings the database up to date. Several processes may call it at once: an advisory lock lets one
 * work.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const { client, db } = connect(databaseUrl, {
    max: 1,
    statementTimeout: 0,
    applicationName: 'hearth-migrate',
  });
  try {
    await client`select pg_advisory_lock(hashtext('hearth:migrate'))`.catch(async (error) => {
      // lock_timeout ends the wait after 2 s; another process is migrating, so try again with
      // patience.
      if (error.code !== '55P03') throw error;
      await client`set lock_timeout = '60s'`;
      await client`select pg_advisory_lock(hashtext('hearth:migrate'))`;
    });
    await client`set lock_timeout = '2s'`;
    await runMigrations(db);
  } finally {
    await client.end({ timeout: 5 });
  }
}
