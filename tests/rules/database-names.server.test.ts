import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { unsearchableInDatabase, wordsOf } from './unsearchable-words.ts';

/** Established terms that contain such a word. */
const searchable = /known_devices/g;

test('tables, columns, indexes, constraints, functions and triggers have searchable names', async () => {
  const names = await db.execute<{ kind: string; name: string }>(sql`
    select 'table or index' as kind, relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'v', 'm')
    union all
    select 'column', c.relname || '.' || a.attname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all
    select 'constraint', conname from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'function', concat_ws(' ', p.proname, array_to_string(p.proargnames, ' '))
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'trigger', tgname from pg_trigger where not tgisinternal`);
  expect(names.length).toBeGreaterThan(0);
  expect(
    names
      .filter(({ name }) =>
        wordsOf(name.replaceAll(searchable, '')).some((word) => unsearchableInDatabase.has(word)),
      )
      .map(({ kind, name }) => `${kind} ${name}`),
  ).toEqual([]);
});

test('migrations define only the functions and triggers that tables and pg_trgm need', () => {
  const defined = globSync('src/server/migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/create (?:or replace )?(function|trigger)\s+(\w+)/gi)]
      .map(([, kind, name]) => `${kind!.toLowerCase()} ${name!}`)
      .filter((one, index, all) => all.indexOf(one) === index),
  );
  // The first three are used by generated columns and an index, the others exist by the extension.
  expect(defined).toEqual([
    'function folded',
    'function post_month',
    'function words_by_month',
    'function similar_members',
    'function similar_words',
  ]);
});
