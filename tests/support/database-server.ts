import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { postgresAt } from '#server/postgres-at.ts';
import { createDatabase } from '../../scripts/launch/create-database.ts';
import { keptDatabases } from '../../scripts/launch/recording.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { dropDatabase } from './drop-database.ts';

/** Where a test finds its database server, and the names of what this run made there. */
export interface DatabaseServer {
  url: string;
  template: string;
  prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

/**
 * Vitest's global set-up of a project: one PostgreSQL for the project, thrown away afterwards, with
 * one migrated database from which each test file gets its copy. TEST_DATABASE_URL names another
 * server instead (a role that may create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const foreign = process.env.TEST_DATABASE_URL;
  const postgres = foreign ? undefined : await startThrowawayPostgres();
  const url = foreign ?? (postgres as { url: string }).url;
  const prefix = `hearth_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  const sql = postgresAt(url, { max: 1, onnotice: () => undefined });
  const close = async () => {
    try {
      const left =
        postgres || process.env[keptDatabases]
          ? []
          : await sql`select datname from pg_database where starts_with(datname, ${prefix})`;
      for (const { datname } of left) await dropDatabase(sql, datname);
    } finally {
      await sql.end();
      await postgres?.stop();
    }
  };
  try {
    await sql.unsafe(`create database ${template}`);
    const address = new URL(url);
    address.pathname = `/${template}`;
    await createDatabase(address.href);
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('databaseServer', { url, template, prefix });
  return close;
}
