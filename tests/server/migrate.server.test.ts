import { readdirSync } from 'node:fs';
import type { Sql } from 'postgres';
import { describe, expect, test } from 'vitest';
import { applyTriggers } from '#server/database/apply-triggers.ts';
import { parseTriggerSource, readTriggerSource } from '#server/database/trigger-source.ts';
import { connect, db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { migrate } from '#server/migrate.ts';
import { sql } from '#server/sql.ts';

const files = readdirSync('src/server/migrations').filter((name) => name.endsWith('.sql')).length;

const readRun = async (from: Pick<typeof db, 'execute'>) => {
  const [row] = await from.execute<{ run: number; transactions: number }>(
    sql`
      select count(*)::int as run, count(distinct xmin::text)::int as transactions
      from drizzle.__drizzle_migrations`,
  );
  return row!;
};

const withDatabase = async (
  name: string,
  work: (made: ReturnType<typeof connect>, address: string) => Promise<void>,
) => {
  const address = new URL(env().DATABASE_URL!);
  address.pathname = `/${name}`;
  await db.execute(sql.raw(`create database ${name}`));
  const made = connect(address.href, { max: 1 });
  try {
    await work(made, address.href);
  } finally {
    await made.client.end();
    await db.execute(sql.raw(`drop database ${name}`));
  }
};

test('running again changes nothing', async () => {
  const before = await readRun(db);
  expect(before.run).toBe(files);
  await migrate(env().DATABASE_URL!);
  expect(await readRun(db)).toEqual(before);
});

test('three processes at once on an empty database run each migration once, in its own transaction', async () => {
  await withDatabase('hearth_test_migrated_by_three', async ({ db: fresh }, address) => {
    await Promise.all([1, 2, 3].map(() => migrate(address)));
    expect(await readRun(fresh)).toEqual({ run: files, transactions: files });
  });
});

describe('functions and triggers', () => {
  const greet = (greeting: string) => `
    create or replace function greet() returns trigger language plpgsql as $$
    begin
      new.value := '${greeting}; ' || new.value;
      return new;
    end $$;`;
  const onUpdate = `
    create or replace trigger site_state_greet before update on site_state
    for each row execute function greet();`;
  const helper = (parameters: string) => `
    create or replace function helper(${parameters}) returns text language sql as $$ select 'x' $$;`;
  const source = (...parts: string[]) => parseTriggerSource(parts.join('\n'), 'x.triggers.sql');

  test('match the files, and are written only after a change', async () => {
    await withDatabase('hearth_test_triggers', async ({ client, db: fresh }, address) => {
      await migrate(address);
      const apply = (...parts: string[]) =>
        applyTriggers(client as unknown as Sql, [...readTriggerSource('src'), ...source(...parts)]);
      const readState = async () => {
        const [row] = await fresh.execute<{
          version: string;
          greeted: string;
          helpers: number;
        }>(sql`
          with greeted as (select value from site_state where key = 'greeting')
          select (select string_agg(xmin::text, ' ' order by signature) from applied_triggers) as version,
            (select value from greeted) as greeted,
            (select count(*)::int from pg_proc where proname = 'helper') as helpers`);
        return row!;
      };
      await fresh.execute(sql`insert into site_state (key, value) values ('greeting', 'Ada')`);
      const touch = () =>
        fresh.execute(sql`update site_state set value = 'Ada' where key = 'greeting'`);

      await apply(greet('Hello'), onUpdate, helper('one text'));
      await touch();
      const first = await readState();
      expect(first).toMatchObject({ greeted: 'Hello; Ada', helpers: 1 });
      await apply(greet('Hello'), onUpdate, helper('one text'));
      expect((await readState()).version).toBe(first.version);

      // Other parameters make another function, which `create or replace` would refuse.
      await apply(greet('Good evening'), onUpdate, helper('other text'));
      await touch();
      const second = await readState();
      expect(second).toMatchObject({ greeted: 'Good evening; Ada', helpers: 1 });
      expect(second.version).not.toBe(first.version);

      // A function of another name, while the trigger stays.
      await apply(...[greet('Hey'), onUpdate].map((text) => text.replaceAll('greet()', 'hail()')));
      await touch();
      expect(await readState()).toMatchObject({ greeted: 'Hey; Ada' });

      await apply();
      await touch();
      expect(await readState()).toMatchObject({ greeted: 'Ada', helpers: 0 });
    });
  });

  test('are the only ones in the database besides the listed functions of the baseline', async () => {
    const rows = await db.execute<{ name: string }>(sql`
      select proname as name
      from pg_proc p
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all
      select tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal`);
    const baseline = ['folded', 'post_month', 'words_by_month', 'similar_members', 'similar_words'];
    const inFiles = readTriggerSource('src').map(({ kind, name, signature }) =>
      kind === 'function' ? name : signature,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...baseline, ...inFiles].sort());
  });
});

test('a database from before the baseline is refused and left unchanged', async () => {
  await withDatabase('hearth_test_outdated', async ({ db: old }, address) => {
    await old.execute(sql`create schema drizzle`);
    await old.execute(
      sql`
        create table drizzle.__drizzle_migrations (
          id serial primary key, hash text not null, created_at bigint
        )`,
    );
    await old.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('foundation', 1)`,
    );
    await expect(migrate(address)).rejects.toThrow(
      /^The database of DATABASE_URL was made by a version before the first release/,
    );
    expect(await old.execute(sql`select to_regclass('public.members') as members`)).toEqual([
      { members: null },
    ]);
  });
});
