import type { SQL } from 'drizzle-orm';
import { inRowOf } from '#domains/containers/container-access.server.ts';
import { firstItem } from '#domains/containers/container-items.server.ts';
import {
  completeRows,
  type ContainerRow,
  type NamedItem,
} from '#domains/containers/container-rows.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db, executeSearch } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** A page of a list, and the total. */
export interface ContainerList<Row> {
  total: number;
  rows: Array<Row & NamedItem>;
}

export interface ListedKind {
  type: ContainerType;
  columns: (viewer: SqlViewer) => SQL;
  from: (viewer: SqlViewer) => SQL;
}

/** A kind by what an entry of a column shows: a row has dozens of rights, none of which it needs. */
export const briefKind = (type: ContainerType, title = sql`c.title`): ListedKind => ({
  type,
  columns: () => sql`c.id, ${title} as title, c.avatar, c.member_count as "memberCount"`,
  from: () => sql`containers c`,
});

/** For a list of which only the first rows are shown. */
export const uncounted = sql`null::int`;

/**
 * Selects the rows of a kind that a list has, with its total, in one statement.
 * @param listed the table expression `listed` with `id` and `position`, behind those that it reads
 */
export const listStatement = (
  asking: SqlViewer,
  { type, columns, from }: ListedKind,
  { listed, total }: { listed: SQL; total: SQL },
  viewer = inRowOf(type, asking),
): SQL => sql`
  with ${listed}
  select ${total} as total,
    (
      select json_agg(row_to_json(shown) order by shown.position)
      from (
        select listed.position, ${columns(viewer)}, ${firstItem(type, sql`c`)} as "itemId"
        from listed
        join ${from(viewer)} on true
        where c.type = ${sql.raw(`'${type}'`)} and c.id = listed.id
      ) shown
    ) as rows`;

/** @param search typed words; '' lets the database reuse the plan */
export async function readList<Row>(search: string, statement: SQL): Promise<ContainerList<Row>> {
  const [found] = await executeSearch<{
    total: number;
    rows: Array<Row & NamedItem> | null;
  }>(search, statement);
  return { total: found!.total, rows: found!.rows ?? [] };
}

/** As `readList`, of rows with all columns of their kind. */
export async function readFullList<Row extends ContainerRow>(
  viewer: SqlViewer,
  type: ContainerType,
  search: string,
  statement: SQL,
): Promise<ContainerList<Row>> {
  const { total, rows } = await readList<Row>(search, statement);
  return { total, rows: await completeRows(viewer, type, rows) };
}

export interface KindCategory extends Record<string, unknown> {
  id: number;
  title: string;
}

/** Lists the categories of a kind that has one level of them. */
export const listCategories = (table: string): Promise<KindCategory[]> =>
  db.execute<KindCategory>(sql`
    select id, title from ${sql.identifier(table)} order by position, title, id`);
