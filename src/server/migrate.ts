import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';
import { applyTriggers } from '#server/database/apply-triggers.ts';
import {
  isOutdated,
  migrationsFolder,
  outdated,
  readMigrations,
  sourceFolder,
} from '#server/database/migration-files.ts';
import { readTriggerSource } from '#server/database/trigger-source.ts';
import { sql } from '#server/sql.ts';
import { connect, type Db } from './db.ts';

/** The internals that Drizzle's own `migrate` calls. */
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

/** The database has migrations unknown to this version, with no path between them. */
export class OutdatedDatabase extends Error {
  constructor() {
    super(
      `The database of DATABASE_URL ${outdated}: name an empty one, or keep running the version that made it.`,
    );
  }
}

/**
 * Runs each migration in its own transaction: in one together, locks of the first would last until
 * the last has built its index.
 */
async function runMigrations(db: Db): Promise<void> {
  const config = { migrationsFolder: migrationsFolder() };
  const { dialect, session } = db as unknown as Migrator;
  const run = (migrations: MigrationMeta[]) => dialect.migrate(migrations, session, config);
  // Creates the table of applied migrations if missing.
  await run([]);
  const [last] = await db.execute<{ at: number | null }>(
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  );
  for (const migration of readMigrations())
    if (migration.folderMillis > (last!.at ?? 0)) await run([migration]);
}

/**
 * Brings the database up to date: migrations, then functions and triggers. Several processes may
 * call it at once: an advisory lock admits one.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const { client, db } = connect(databaseUrl, {
    max: 1,
    statementTimeout: 0,
    applicationName: 'hearth-migrate',
  });
  try {
    await client`select pg_advisory_lock(hashtext('hearth:migrate'))`.catch(async (error) => {
      // lock_timeout ends the wait after 2 s while another process migrates; try again.
      if (error.code !== '55P03') throw error;
      await client`set lock_timeout = '60s'`;
      await client`select pg_advisory_lock(hashtext('hearth:migrate'))`;
    });
    await client`set lock_timeout = '2s'`;
    if (await isOutdated(client as unknown as Sql)) throw new OutdatedDatabase();
    await runMigrations(db);
    await applyTriggers(client as unknown as Sql, readTriggerSource(sourceFolder()));
  } finally {
    await client.end({ timeout: 5 });
  }
}
