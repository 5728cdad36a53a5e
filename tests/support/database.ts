import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { inject } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import type { DatabaseServer } from './database-server.ts';
import { dropDatabase } from './drop-database.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A private copy of the migrated, empty database.
 * A `x.server.test.ts` or `x.api.test.ts` need not call this: DATABASE_URL points to a fresh
 * database before its imports run (own-database.ts is the project's set-up file), so `import { db }
 * from '#server/db.ts'` works and no other file sees its rows. A browser test passes one to its
 * server: `startServer({ DATABASE_URL: database.url })`.
 */
export const createTestDatabase = (): Promise<TestDatabase> =>
  copyTemplate(inject('databaseServer'));

/** As `createTestDatabase`, also in the process that starts the workers. */
export async function copyTemplate(server: DatabaseServer): Promise<TestDatabase> {
  const { url, template, prefix } = server;
  const name = `${prefix}${randomBytes(4).toString('hex')}`;
  await onServer(url, (sql) => sql.unsafe(`create database ${name} template ${template}`));
  const address = new URL(url);
  address.pathname = `/${name}`;
  return { url: address.href, drop: () => onServer(url, (sql) => dropDatabase(sql, name)) };
}

async function onServer(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgresAt(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
