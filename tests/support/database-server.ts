import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { postgresAt } from '#server/postgres-at.ts';
import { createDatabase } from '../../scripts/launch/create-database.ts';
import { keptDatabases } from '../../scripts/launch/recording.ts';
import { startThrowawayPostgres } from '../../scripts/launch/throwaway-postgres.ts';
import { dropDatabase } from './drop-database.ts';

/** Connection data of the test database server, and prefix of the names created in this run. */
export interface DatabaseServer {
  url: string;
  template: string;
  prefix: string;
  /** For data folders of servers that outlive the file that started them. */
  folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

/** The projects of a run share one server; their set-ups run in the same process. */
const shared = ((
  globalThis as { __hearth_test_databases__?: { users: number; started?: Promise<Started> } }
).__hearth_test_databases__ ??= { users: 0 });

/**
 * Vitest's global set-up of a project: one PostgreSQL for the run, discarded afterwards, with one
 * migrated database that each test file copies. TEST_DATABASE_URL names another server instead (a
 * role that may create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users += 1;
  const { server, close } = await (shared.started ??= start());
  project.provide('databaseServer', server);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await close();
  };
}

/** For emptying the databases of shared servers. */
async function allowWithoutTriggers(adminUrl: string): Promise<void> {
  const admin = postgresAt(adminUrl, { max: 1 });
  await admin`grant set on parameter session_replication_role to hearth`;
  await admin.end();
}

interface Started {
  server: DatabaseServer;
  close(): Promise<void>;
}

async function start(): Promise<Started> {
  const foreign = process.env.TEST_DATABASE_URL;
  const postgres = foreign ? undefined : await startThrowawayPostgres();
  const url = foreign ?? (postgres as { url: string }).url;
  const prefix = `hearth_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-servers-'));
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
      // A server that is just stopping may still write.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    if (postgres) await allowWithoutTriggers(postgres.adminUrl);
    await sql.unsafe(`create database ${template}`);
    const address = new URL(url);
    address.pathname = `/${template}`;
    await createDatabase(address.href);
  } catch (error) {
    await close();
    throw error;
  }
  return { server: { url, template, prefix, folder }, close };
}
