import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';

/** In a checkout the files lie beside this folder, in a build two folders above dist/server. */
export function migrationsFolder(): string {
  const candidates = [
    '../migrations',
    '../../src/server/migrations',
    '../../../src/server/migrations',
  ];
  const folder = candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'meta/_journal.json')));
  if (!folder) throw new Error('The folder src/server/migrations is missing beside the build');
  return folder;
}

/** The folder `src`, below which the `*.triggers.sql` files lie. */
export const sourceFolder = (): string => join(migrationsFolder(), '../..');

export const readMigrations = (): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: migrationsFolder() });

/** Follows the name of the database in a message. */
export const outdated = 'was made by a version before the first release and cannot be upgraded';

/** Whether the database has migrations from before today's baseline. */
export async function isOutdated(client: Sql): Promise<boolean> {
  const [found] = await client<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!found!.exists) return false;
  const [baseline] = readMigrations();
  const [row] = await client<{ is_outdated: boolean }[]>`
    select count(*) > 0
      and count(*) filter (where hash = ${baseline!.hash}) = 0 as is_outdated
    from drizzle.__drizzle_migrations`;
  return row!.is_outdated;
}
