import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAt } from '#server/postgres-at.ts';
import { makeDatabase } from './made-database.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

export interface Refused {
  text: string;
  error: string;
}

/** Each statement once that the programs of a run recorded (record-statements.ts). */
export function readRecorded(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1),
  );
  const texts = [...new Set(lines)].map((line) => JSON.parse(line) as string);
  return texts.filter((text) => text.trim() !== '').sort();
}

/** Parses, analyses and plans each statement in that database; gives those that it refuses. */
export async function prepareAll(url: string, texts: string[]): Promise<Refused[]> {
  const sql = postgresAt(url, { max: 1, fetch_types: false });
  const refused: Refused[] = [];
  try {
    // Values are not known here: the plan must be one for whatever comes.
    await sql.unsafe('set plan_cache_mode = force_generic_plan');
    for (const text of texts) {
      try {
        // A savepoint's or a cursor's statements need a transaction, and none may change anything.
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
        refused.push({ text, error: (error as Error).message });
      }
    }
    return refused;
  } finally {
    await sql.end();
  }
}

/**
 * What the server at `url` does not prepare of the recorded statements although the version that
 * comes along does. The others are about tables that a test makes for itself.
 */
export async function refusedOnlyAt(url: string, texts: string[]): Promise<Refused[]> {
  const newest = await startThrowawayPostgres();
  try {
    await Promise.all([makeDatabase(url), makeDatabase(newest.url)]);
    const refused = await prepareAll(url, texts);
    const everywhere = new Set(
      (
        await prepareAll(
          newest.url,
          refused.map(({ text }) => text),
        )
      ).map(({ text }) => text),
    );
    return refused.filter(({ text }) => !everywhere.has(text));
  } finally {
    await newest.stop();
  }
}

/** From now on the server keeps count of the calls of functions. */
export async function countCalls(adminUrl: string): Promise<void> {
  const sql = postgresAt(adminUrl, { max: 1 });
  await sql.unsafe(`alter system set track_functions = 'all'`);
  await sql.unsafe('select pg_reload_conf()');
  await sql.end();
}

/** Of our functions in PL/pgSQL, whose statements are parsed when they run, those that never ran. */
export async function uncalledFunctions(adminUrl: string): Promise<string[]> {
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
