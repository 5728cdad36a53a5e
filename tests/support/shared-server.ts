import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { inject } from 'vitest';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { waitUntil } from '../../scripts/launch/processes.ts';
import { startServer, type TestServer } from './server.ts';

/** A server that later files of the worker use too, so nobody kills it. */
export type SharedServer = Omit<TestServer, 'kill'>;

/** The worker's server; outlives the file that started it and ends with the worker. */
const worker = ((
  globalThis as { __vitest_server__?: { server: TestServer | undefined } }
).__vitest_server__ ??= { server: undefined });

/**
 * The worker's built server with default settings and an empty database. Tests that set the
 * environment, kill the server or need the test build use `startServer`.
 *     const server = await borrowServer();
 *     afterAll(() => server.stop());
 */
export async function borrowServer(): Promise<SharedServer> {
  const isReady = await fetch(`${worker.server?.origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
  if (worker.server && isReady) await emptyDatabase(worker.server.databaseUrl);
  else worker.server = await startServer({ DATA_DIR: newDataDir() });
  return lend(worker.server);
}

/** The latest output of the worker's server. */
export const sharedServerLines = (): string[] => worker.server?.lines.slice(-200) ?? [];

/** The worker is ended without a last chance to delete anything. */
const newDataDir = () => mkdtempSync(join(inject('databaseServer').folder, 'data-'));

function lend({ kill: _kill, ...server }: TestServer): SharedServer {
  const first = server.lines.length;
  const lines = () => server.lines.slice(first);
  return {
    ...server,
    get lines() {
      return lines();
    },
    log: () => server.log(lines()),
    /** Leaves it running; fails if it had an unhandled error meanwhile. */
    stop: async () => server.checkLog(lines()),
  };
}

/** Tables about the site, not about its members: migrations fill some of them. */
const siteTables = [
  'applied_triggers',
  'site_state',
  'page_categories',
  'page_packages',
  'group_categories',
  'event_categories',
  'ad_packages',
  'ad_settings',
];

/** Granted by database-server.ts; on a server named by TEST_DATABASE_URL seldom. */
async function mayLeaveOutTriggers(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isGranted: boolean }[]>`
    select has_parameter_privilege('session_replication_role', 'set') as "isGranted"`;
  return row!.isGranted;
}

/** Ids are not reused, so nothing that the server remembers by id is mistaken for something new. */
async function emptyDatabase(url: string): Promise<void> {
  const sql = postgresAt(url, { max: 1, onnotice: () => undefined });
  try {
    await sql`delete from jobs.job where state < 'active'`;
    const isIdle = async () => (await sql`select from jobs.job where state = 'active'`).count === 0;
    if (!(await waitUntil(isIdle, 60_000))) throw new Error('A job of an earlier file still runs.');
    const tables = await sql<{ name: string }[]>`
      select quote_ident(tablename) as name
      from pg_tables
      where schemaname = 'public' and not tablename = any (${siteTables})`;
    const names = tables.map(({ name }) => name);
    // The server may still be writing, e.g. when a session was last used.
    const statements = (await mayLeaveOutTriggers(sql))
      ? // Emptied by `truncate`, every statement would be planned again on every connection.
        [
          'begin',
          'set local session_replication_role = replica',
          `lock table ${names.join()} in exclusive mode`,
          ...names.map((name) => `delete from ${name}`),
          'commit',
        ]
      : [`truncate ${names.join()} cascade`];
    await retryOnDeadlock(() => sql.unsafe(statements.join(';')));
    await sql`update page_categories set page_count = 0 where page_count > 0`;
  } finally {
    await sql.end();
  }
}
