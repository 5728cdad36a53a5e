import type { SQL } from 'drizzle-orm';
import { visitor } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { entriesOf, type SitemapEntry } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { readableContainer } from './container-access.server.ts';
import { isItemListed, kindsWithItems, namedRows } from './container-items.server.ts';
import { findContainerKind } from './container-kinds.server.ts';

/**
 * Ids per sitemap file. Split by ranges of ids, so that the last file costs as little as the first.
 */
const rangeSize = 10_000;

/**
 * The kinds whose containers have addresses: of others their items do. They lead the primary key, by
 * which both statements find their rows.
 */
const kindNames = () =>
  [...entriesOf('containerKinds')].flatMap(([type, { items }]) => (items ? [] : [type]));

/** The newest item of each kind that has them; a part of that statement only with such a kind. */
const newestItems = (): SQL =>
  sql.join(
    kindsWithItems().map((type) => {
      const { from, id } = namedRows(type);
      return sql` union all select max(${id}) from ${from} where c.type = ${type}`;
    }),
  );

const readNewestId = async (): Promise<number> => {
  const [newest] = await db.execute<{ id: number | null }>(sql`
    select max(newest) as id
    from (
      select (select max(c.id) from containers c where c.type = kind) as newest
      from unnest(${sql.param(kindNames())}::text[]) kind${newestItems()}
    ) kinds`);
  return newest?.id ?? 0;
};

/** The items that visitors may read and lists may show, as addresses are listed. */
const listedItems = (start: number): SQL =>
  sql.join(
    kindsWithItems().map((type) => {
      const { from, id } = namedRows(type);
      return sql`
        union all
        select c.type, ${id}
        from ${from}
        where c.type = ${type}
          and ${id} > ${start}
          and ${id} <= ${start + rangeSize}
          and c.is_listed
          and ${isItemListed(type)}
          and ${readableContainer(visitor, sql`c`)}`;
    }),
  );

export const countContainerSitemapPages = async (): Promise<number> =>
  Math.ceil((await readNewestId()) / rangeSize);

/**
 * Containers and items in one range of ids that visitors may read and lists may show; undefined past the last
 * range.
 */
export async function listContainerSitemapPage(page: number): Promise<SitemapEntry[] | undefined> {
  const start = (page - 1) * rangeSize;
  if (start >= (await readNewestId())) return undefined;
  const rows = await db.execute<{ type: string; id: number }>(sql`
    select c.type, c.id
    from containers c
    where c.type = any(${sql.param(kindNames())}::text[])
      and c.id > ${start}
      and c.id <= ${start + rangeSize}
      and c.is_listed
      and ${readableContainer(visitor, sql`c`)}
    ${listedItems(start)}
    order by id`);
  return rows.flatMap(({ type, id }) => {
    // Some kinds have their posts at an address of their own, to which the short one leads.
    const screens = entriesOf('containerScreens').get(type);
    const path = screens?.path({ itemId: id }, 'posts') ?? findContainerKind(type)?.path(id);
    return path ? [{ path }] : [];
  });
}
