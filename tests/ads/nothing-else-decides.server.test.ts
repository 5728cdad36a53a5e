import { beforeAll, expect, test } from 'vitest';
import { forgetPool, readPool, type PoolAd } from '#domains/ads/serving/ad-pool.server.ts';
import { chooseAds } from '#domains/ads/serving/choose-ads.rules.ts';
import { toState, viewerStatement } from '#domains/ads/serving/serve-ads.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember } from '../support/people.ts';
import { addAd } from './ad-world.ts';

let owner: Member;
let reader: Member;
let likedPage: number;
let pool: readonly PoolAd[];

/** Columns by which ads are chosen, as `docs/decisions/063-ads.md` names them; `*`: all of the table. */
const deciding: Record<string, readonly string[]> = {
  ad_marks: ['ad_id', 'views', 'day', 'day_views', 'hidden_at', 'hides_campaign'],
  ads: ['*'],
  blocks: ['*'],
  memberships: ['type', 'id', 'state'],
  profile_details: ['location', 'birthdate'],
};

/** Ads that the reader would be shown, in its order, if chance had no part. */
async function choose(on: Pick<Tx, 'execute'> = db): Promise<number[]> {
  const [row] = await on.execute<Parameters<typeof toState>[1]>(viewerStatement(reader.id, pool));
  const chosen = chooseAds(pool, toState(reader.id, row!), {
    count: 100,
    shareAt: () => 0.5,
    now: Date.now(),
    random: () => 0.5,
  });
  return chosen.map(({ id }) => id);
}

const narrow = (id: number, column: string, value: string | number) =>
  db.execute(sql`
    update ad_versions set ${sql.identifier(column)} = ${value} where ad_id = ${id}`);

beforeAll(async () => {
  [owner, reader] = [await addMember(), await addMember()];
  const [placed, grown, liking] = [await addAd(owner), await addAd(owner), await addAd(owner)];
  await addAd(owner);
  likedPage = await addPage(owner);
  await addAd(owner, {
    cads_url: '',
    resource_type: 'sitepage_page',
    resource_id: likedPage,
  });
  await narrow(placed, 'location', 'Harbour');
  await narrow(grown, 'min_age', 30);
  const [page] = await db.execute<{ category: number }>(
    sql`select category_id as category from sitepages where id = ${likedPage}`,
  );
  await narrow(liking, 'category_id', page!.category);
  await db.execute(sql`
    insert into profile_details (member_id, location, birthdate)
    values (${reader.id}, 'Harbour', '1980-01-01')
    on conflict (member_id) do update
    set location = excluded.location, birthdate = excluded.birthdate`);
  await db.execute(sql`
    insert into memberships (type, id, member_id, state)
    values ('page', ${likedPage}, ${reader.id}, 'member')`);
  forgetPool();
  pool = await readPool();
  await db.execute(sql`
    insert into ad_marks (member_id, ad_id, views) values (${reader.id}, ${pool[0]!.id}, 1)`);
});

interface Column extends Record<string, unknown> {
  name: string;
  type: string;
  /** Words that its type or checks name. */
  words: string[];
}

/** Every column that names a member, with the other columns of its table. */
const keyedByMembers = () =>
  db.execute<{ table: string; key: string; checks: string[]; columns: Column[] }>(sql`
    with keys as (
      select c.conrelid, c.conkey[1] as attnum
      from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'members'::regclass
      union
      select 'members'::regclass, 1::smallint
    )
    select keys.conrelid::regclass::text as table, own.attname as key,
      coalesce(
        (
          select json_agg(c.conname) from pg_constraint c
          where c.conrelid = keys.conrelid and c.contype in ('c', 'x')
        ),
        '[]'
      ) as checks,
      (
        select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null), 'words', array(
            select enumlabel::text from pg_enum where enumtypid = a.atttypid
            union
            select word[1]
            from pg_constraint c
            cross join regexp_matches(pg_get_constraintdef(c.oid), '''(\\w+)''', 'g') word
            where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any (c.conkey)
          )
        ))
        from pg_attribute a
        where a.attrelid = keys.conrelid
          and a.attnum > 0
          and a.attnum <> keys.attnum
          and not a.attisdropped
          and a.attgenerated = ''
      ) as columns
    from keys
    join pg_attribute own on own.attrelid = keys.conrelid and own.attnum = keys.attnum
    order by 1, 2`);

/** The value of a column in one of several variants of a row. */
function valueOf({ type, words }: Column, variant: number): string | number | boolean {
  const pick = <Value>(values: Value[]) => values[variant % values.length]!;
  if (type === 'boolean') return pick([true, false]);
  if (type === 'smallint') return pick([1, 3]);
  if (/^(bigint|integer|double precision|numeric|real)$/.test(type))
    return pick([owner.id, pool[0]!.id, likedPage, 0]);
  if (/^(timestamp|date)/.test(type)) return pick(['2001-02-03', '2099-01-01']);
  if (type === 'text') return pick([...words, 'Harbour', `page ${likedPage}`]);
  if (type.startsWith('json')) return pick(['{}', '[]']);
  if (type === 'bytea') return pick(['\\x00', '\\x01']);
  if (type === 'interval') return '1 day';
  if (type.startsWith('time ')) return '10:00';
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000';
  if (type.endsWith('[]')) return '{}';
  return words.length > 0 ? pick(words) : '';
}

const variants = 8;

test('no column about a member that the reasons do not name changes the choice', async () => {
  const usual = await choose();
  expect(usual).toHaveLength(5);
  const tables = await keyedByMembers();
  expect(tables.length).toBeGreaterThan(50);
  const changed: string[] = [];
  const roll = new Error('rolled back');
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const { table, key, checks, columns } of tables) {
        const decides = deciding[table] ?? [];
        const fixed = key === 'member_id' ? decides : decides.filter((name) => name === '*');
        if (fixed.includes('*')) continue;
        for (const check of checks)
          await tx.execute(sql.raw(`alter table ${table} drop constraint if exists "${check}"`));
        const written = columns.filter(({ name }) => !fixed.includes(name));
        const names = [key, ...written.map(({ name }) => name)];
        for (let variant = 0; variant < variants; variant += 1)
          await tx
            .transaction(async (inner) => {
              const [old] = await inner.execute(sql`
                delete from ${sql.raw(table)}
                where ${sql.identifier(key)} = ${reader.id}
                returning *`);
              if (decides === fixed) await inner.execute(sql`delete from ${sql.raw(table)}`);
              const preserved = fixed.filter((name) => old?.[name] !== undefined);
              const values = written.map(
                (column) => sql`${valueOf(column, variant)}::${sql.raw(column.type)}`,
              );
              await inner.execute(sql`
                insert into ${sql.raw(table)} (
                  ${sql.join(
                    [...names, ...preserved].map((name) => sql.identifier(name)),
                    sql`, `,
                  )}
                )
                overriding system value
                values (
                  ${sql.join(
                    [sql`${reader.id}`, ...values, ...preserved.map((name) => sql`${old![name]}`)],
                    sql`, `,
                  )}
                )
                on conflict do nothing`);
              if ((await choose(inner)).join() !== usual.join()) changed.push(`${table}.${key}`);
              throw roll;
            })
            .catch((error: unknown) => {
              if (error !== roll) throw new Error(`${table}.${key} ${variant}`, { cause: error });
            });
      }
      throw roll;
    })
    .catch((error: unknown) => {
      if (error !== roll) throw error;
    });
  expect([...new Set(changed)]).toEqual([]);
});

test.each([
  [
    'the place',
    () => sql`update profile_details set location = 'Hill' where member_id = ${reader.id}`,
  ],
  [
    'the birthday',
    () => sql`update profile_details set birthdate = '2005-01-01' where member_id = ${reader.id}`,
  ],
  ['liked pages', () => sql`delete from memberships where member_id = ${reader.id}`],
  ['a ban', () => sql`update memberships set state = 'banned' where member_id = ${reader.id}`],
  [
    'a block',
    () => sql`insert into blocks (blocker_id, blocked_id) values (${reader.id}, ${owner.id})`,
  ],
  [
    'what was seen',
    () =>
      sql`insert into ad_marks (member_id, ad_id, views) values (${reader.id}, ${pool[1]!.id}, 3)`,
  ],
  [
    'what was seen four times today',
    () => sql`
      insert into ad_marks (member_id, ad_id, day, day_views)
      values (${reader.id}, ${pool[1]!.id}, (now() at time zone 'Etc/UTC')::date, 4)`,
  ],
  [
    'what was hidden',
    () => sql`
      insert into ad_marks (member_id, ad_id, hidden_at) values (${reader.id}, ${pool[1]!.id}, now())`,
  ],
] as const)('%s can change the choice', async (_, change) => {
  const usual = await choose();
  const roll = new Error('rolled back');
  let changed: number[] = [];
  await db
    .transaction(async (tx) => {
      await tx.execute(change());
      changed = await choose(tx);
      throw roll;
    })
    .catch((error: unknown) => {
      if (error !== roll) throw error;
    });
  expect(changed).not.toEqual(usual);
});
