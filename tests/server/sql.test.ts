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

const withoutIndentation = ({ sql: statement, params }: { sql: string; params: unknown[] }) => ({
  sql: statement.replace(/\n\s+/g, '\n'),
  params,
});

describe('a fragment composed once', () => {
  test('has one parameter for each value in a slot, however often the slot occurs', () => {
    let built = 0;
    const compose = composeOnce((id) => {
      built += 1;
      return sql`
        select ${people.fullName}
        from ${people}
        where id = ${id} or ${sql`boss = ${id} and x = ${7}`}`;
    });
    const text = (first: number) =>
      `\nselect "people"."full_name"\nfrom "people"\nwhere id = $${first} or boss = $${first} and x = $${first + 1}`;
    for (const id of [3, 4]) {
      expect(dialect.sqlToQuery(compose(id))).toMatchObject({ sql: text(1), params: [id, 7] });
      expect(dialect.sqlToQuery(sql`${2} ${compose(id)} limit ${1}`)).toMatchObject({
        sql: `$1 ${text(2)} limit $4`,
        params: [2, id, 7, 1],
      });
    }
    expect(built).toBe(1);
  });

  test('takes columns and fragments, as often as each slot occurs', () => {
    const build = (...[id, page]: SQL[]) => sql`
      select ${id}
      from (${page}) p
      where p.id <> ${id}`;
    const compose = composeOnce(build, 2);
    const column = sql`candidate.member_id`;
    for (const page of [sql`select ${1} as id`, sql`select 2 as id`])
      expect(dialect.sqlToQuery(compose(column, page))).toMatchObject(
        withoutIndentation(dialect.sqlToQuery(build(column, page))),
      );
    expect(dialect.sqlToQuery(compose(7, sql`select ${1} as id`))).toMatchObject({
      sql: '\nselect $1\nfrom (select $2 as id) p\nwhere p.id <> $1',
      params: [7, 1],
    });
  });

  test('can be part of another one, and of the query builder', () => {
    const inner = composeOnce((id) => sql`a = ${id} or b = ${id}`);
    const outer = composeOnce((id) => sql`${inner(id)} or ${inner(5)}`);
    expect(dialect.sqlToQuery(outer(4))).toMatchObject({
      sql: 'a = $1 or b = $1 or a = $2 or b = $3',
      params: [4, 5, 5],
    });
    expect(dialect.sqlToQuery(drizzleSql`${1} and ${inner(2)}`)).toMatchObject({
      sql: '$1 and a = $2 or b = $3',
      params: [1, 2, 2],
    });
  });

  test('without a value in a slot has no parameter there', () => {
    const compose = composeOnce((id) => sql`a ${id} b`);
    expect(dialect.sqlToQuery(compose(undefined))).toMatchObject({ sql: 'a  b', params: [] });
    expect(dialect.sqlToQuery(compose(null))).toMatchObject({ sql: 'a $1 b', params: [null] });
    expect(dialect.sqlToQuery(compose(1))).toMatchObject({ sql: 'a $1 b', params: [1] });
  });
});
