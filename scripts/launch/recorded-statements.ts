import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAt } from '#server/postgres-at.ts';
import { createDatabase } from './create-database.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

export interface RejectedStatement {
  text: string;
  error: string;
}

/** Reads the distinct statements recorded by the programs of a run (record-statements.ts). */
export function readRecorded(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1),
  );
  const texts = [...new Set(lines)].map((line) => JSON.parse(line) as string);
  return texts.filter((text) => text.trim() !== '').sort();
}

/** Parses, analyses and plans each statement in that database; returns the rejected ones. */
export async function prepareAll(url: string, texts: string[]): Promise<RejectedStatement[]> {
  const sql = postgresAt(url, { max: 1, fetch_types: false });
  const rejected: RejectedStatement[] = [];
  try {
    // The values are unknown: require a generic plan.
    await sql.unsafe('set plan_cache_mode = force_generic_plan');
    for (const text of texts) {
      try {
        // Savepoint and cursor statements need a transaction, and no statement may change anything.
        await sql.begin(async (tx) => {
          const { types } = await tx.unsafe(text, [], { prepare: true }).describe();
          if (!/^\s*(select|with|insert|update|delete|values)\b/i.test(text)) return;
          await tx.unsafe(`prepare recorded as ${text}`);
          const values = types.map(() => 'null').join(', ');
          await tx.unsafe(`explain execute recorded${values ? `(${values})` : ''}`);
          await tx.unsafe('deallocate recorded');
        });
      } catch (error) {
        await sql.unsafe('deallocate all');
        rejected.push({ text, error: (error as Error).message });
      }
    }
    return rejected;
  } finally {
    await sql.end();
  }
}

/**
 * Returns the recorded statements that the server at `url` rejects although the bundled version
 * accepts them. Others refer to tables that a test creates itself.
 */
export async function findRejectedOnlyAt(
  url: string,
  texts: string[],
): Promise<RejectedStatement[]> {
  const newest = await startThrowawayPostgres();
  try {
    await Promise.all([createDatabase(url), createDatabase(newest.url)]);
    const rejected = await prepareAll(url, texts);
    const rejectedByBoth = new Set(
      (
        await prepareAll(
          newest.url,
          rejected.map(({ text }) => text),
        )
      ).map(({ text }) => text),
    );
    return rejected.filter(({ text }) => !rejectedByBoth.has(text));
  } finally {
    await newest.stop();
  }
}

/** Makes the server count function calls. */
export async function trackCalls(adminUrl: string): Promise<void> {
  const sql = postgresAt(adminUrl, { max: 1 });
  await sql.unsafe(`alter system set track_functions = 'pl'`);
  await sql.unsafe('select pg_reload_conf()');
  await sql.end();
}

/**
 * Our PL/pgSQL functions that were never called; their statements are parsed only on the first
 * call.
 */
export async function findUncalledFunctions(adminUrl: string): Promise<string[]> {
  const admin = postgresAt(adminUrl, { max: 1 });
  const databases = await admin<{ datname: string }[]>`
    select datname from pg_database where not datistemplate and datallowconn`;
  await admin.end();
  const all = new Set<string>();
  const called = new Set<string>();
  for (const { datname } of databases) {
    const address = new URL(adminUrl);
    address.pathname = `/${datname}`;
    const sql = postgresAt(address.href, { max: 1 });
    const rows = await sql<{ name: string; calls: number }[]>`
      select p.proname as name, coalesce(s.calls, 0)::int as calls
      from pg_proc p
      join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
      left join pg_stat_user_functions s on s.funcid = p.oid
      where p.pronamespace = 'public'::regnamespace`;
    await sql.end();
    for (const { name, calls } of rows) {
      all.add(name);
      if (calls > 0) called.add(name);
    }
  }
  return [...all].filter((name) => !called.has(name)).sort();
}
