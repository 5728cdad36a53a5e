import { sql as drizzleSql, eq, type SQL } from 'drizzle-orm';
import { integer, PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { composeOnce, sql } from '#server/sql.ts';

const people = pgTable('people', { id: integer().primaryKey(), fullName: text('full_name') });
const dialect = new PgDialect();

/** Builds the same statement with either tag. */
function both(make: (tag: typeof sql) => ReturnType<typeof sql>) {
  return {
    ours: dialect.sqlToQuery(make(sql)),
    drizzles: dialect.sqlToQuery(make(drizzleSql as unknown as typeof sql)),
  };
}

describe('sql tag', () => {
  test.each<[string, (tag: typeof sql) => ReturnType<typeof sql>]>([
    ['text alone', (tag) => tag`select 1`],
    ['no text', (tag) => tag``],
    ['parameters', (tag) => tag`select ${1}, ${'a'}, ${null}, ${true}`],
    ['undefined is no text', (tag) => tag`select 1${undefined} where ${2}`],
    ['fragments in fragments', (tag) => tag`a ${tag`b ${1} ${tag`c ${2}`}`} d ${3}`],
    [
      'the same fragment twice',
      (tag) => {
        const part = tag`x = ${7}`;
        return tag`${part} or ${part}`;
      },
    ],
    ['tables and columns', (tag) => tag`select ${people.fullName} from ${people}`],
    ['names', (tag) => tag`select ${tag.identifier('odd"name')}`],
    ['raw text', (tag) => tag`limit ${tag.raw('10')}`],
    ['a list as one parameter', (tag) => tag`id = any(${tag.param([1, 2])})`],
    [
      'an encoded parameter',
      (tag) => tag`${tag.param(5, { mapToDriverValue: (n: number) => `<${n}>` })}`,
    ],
    ['an array as a list', (tag) => tag`${1} id in ${[2, 3]} and ${4}`],
    ['conditions of the query builder', (tag) => tag`${1} where ${eq(people.id, 2)} and ${3}`],
    ['joined', (tag) => tag`(${tag.join([tag`a = ${1}`, tag`b`, tag`c = ${2}`], tag` and `)})`],
    ['nothing joined', (tag) => tag`(${tag.join([], tag`, `)})`],
    ['joined without a separator', (tag) => tag`${tag.join([tag`a `, tag`b`])}`],
    ['one joined', (tag) => tag`(${tag.join([tag`a`], tag`, `)})`],
  ])('%s: the same text and parameters as Drizzle', (_, make) => {
    const { ours, drizzles } = both(make);
    expect({ sql: ours.sql, params: ours.params }).toEqual({
      sql: drizzles.sql,
      params: drizzles.params,
    });
  });

  test("can be nested in Drizzle's fragments", () => {
    const { sql: statement, params } = dialect.sqlToQuery(
      drizzleSql`${1} and ${sql`a = ${2} or ${sql`b = ${3}`}`} and ${eq(people.id, sql`${4}`)}`,
    );
    expect(statement).toBe('$1 and a = $2 or b = $3 and "people"."id" = $4');
    expect(params).toEqual([1, 2, 3, 4]);
  });

  test('a value is never inlined', () => {
    const { sql: statement, params } = dialect.sqlToQuery(sql`select ${`'; drop table members`}`);
    expect(statement).toBe('select $1');
    expect(params).toEqual([`'; drop table members`]);
  });
});

test('a fragment composed once is the same statement for any value in its slot', () => {
  const build = (id: ReturnType<typeof sql>) => sql`
    select ${people.fullName} from ${people} where id = ${id} or ${sql`boss = ${id} and x = ${7}`}`;
  let built = 0;
  const compose = composeOnce((slot) => {
    built += 1;
    return build(slot);
  });
  for (const id of [3, 4]) {
    const composed = dialect.sqlToQuery(sql`${build(sql`${id}`)} limit ${1}`);
    expect(dialect.sqlToQuery(sql`${compose(id)} limit ${1}`)).toEqual(composed);
  }
  const column = sql`candidate.member_id`;
  expect(dialect.sqlToQuery(compose(column))).toEqual(dialect.sqlToQuery(build(column)));
  expect(built).toBe(1);
});

test('a fragment may be composed with several slots, each used often', () => {
  const build = (...[id, page]: SQL[]) => sql`select ${id} from (${page}) p where p.id <> ${id}`;
  const compose = composeOnce(build, 2);
  for (const page of [sql`select ${1} as id`, sql`select 2 as id`])
    expect(dialect.sqlToQuery(compose(7, page))).toEqual(
      dialect.sqlToQuery(build(sql`${7}`, page)),
    );
});
