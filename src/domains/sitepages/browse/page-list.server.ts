import type { SQL } from 'drizzle-orm';
import type { NamedContainer } from '#domains/containers/browse/browse-kind.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import {
  knownContainer,
  listedContainer,
  shownMembership,
} from '#domains/containers/container-access.server.ts';
import { joinedMembership } from '#domains/containers/container-rows.server.ts';
import {
  briefKind,
  listStatement,
  readFullList,
  readList,
  uncounted,
  type ContainerList,
} from '#domains/containers/kit/container-list.server.ts';
import { foldedWords, nameContains, nameMatches } from '#domains/members/name-search.server.ts';
import { isMember, type Member, type Viewer, type Visitor } from '#domains/policy/viewer.ts';
import {
  isLikedBy,
  pageColumns,
  pagesFor,
  type PageRow,
} from '#domains/sitepages/page-rows.server.ts';
import { type PageOrder } from '#domains/sitepages/sitepages.rules.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { firstRated, ratingOrder } from './best-rated.server.ts';
import { firstTrending, trendingOrder } from './trending.server.ts';

export interface PageQuery {
  search?: string;
  /** Pages of this category and those below it. */
  categoryId?: number;
  location?: string;
  order?: PageOrder;
  /** Pages that the viewer likes, follows, or belongs to the staff of (drafts included). */
  scope?: 'all' | 'liked' | 'followed' | 'managed';
  /** Pages that this member belongs to. */
  memberId?: number;
  page?: number;
  limit?: number;
}

const orders: Record<PageOrder, SQL> = {
  newest: sql`c.created_at desc`,
  modified: sql`p.modified_at desc`,
  title: foldedWords(sql`c.title`),
  views: sql`totals.views desc`,
  likes: sql`p.like_count desc`,
  members: sql`c.member_count desc`,
  reviews: sql`p.review_count desc, p.rating_sum desc`,
  rating: ratingOrder(sql`p`),
  trending: trendingOrder,
};

/** Orders by columns of the container alone, and by its totals. */
const containerOrders: readonly PageOrder[] = ['newest', 'title', 'members', 'views'];

/** Selects the ids of a category and all below it. */
const categoriesBelow = (categoryId: number): SQL => sql`
  select below.id
  from page_categories below
  join page_categories top on top.id = ${categoryId}::bigint
  where below.path like top.path || '%'`;

function scopeOf(viewer: Viewer, { scope = 'all', memberId }: PageQuery): SQL {
  const listed = listedContainer(viewer, sql`c`);
  if (memberId && scope === 'all')
    return sql`(${listed} and ${shownMembership(viewer, memberId, sql`c`)})`;
  if (!isMember(viewer)) return listed;
  const known = knownContainer(viewer, sql`c`);
  const isOpen = sql`c.state in ('open', 'archived')`;
  if (scope === 'managed')
    return sql`(ms.role >= ${roles.admin} and ms.state = 'member' and ${known})`;
  if (scope === 'liked') return sql`(${isOpen} and ${isLikedBy(viewer)} and ${known})`;
  if (scope === 'followed') return sql`(${isOpen} and ms.is_following and ${known})`;
  return listed;
}

/**
 * Finds pages for their count, or their ids in an order. It joins only what the conditions and the
 * order read, so that an index can be walked in its order.
 */
function matching(viewer: Viewer, query: PageQuery, sorting: PageOrder | null): SQL {
  const { search = '', categoryId = 0, location = '', scope = 'all' } = query;
  const conditions = [
    sql`c.type = 'page'`,
    scopeOf(viewer, query),
    ...(search ? [nameMatches(foldedWords(sql`c.title`), search)] : []),
    ...(categoryId ? [sql`p.category_id in (${categoriesBelow(categoryId)})`] : []),
    ...(location ? [nameContains(foldedWords(sql`p.location`), location)] : []),
  ];
  const details = sql`join sitepages p on p.id = c.id`;
  const totals = sql`join container_totals totals on totals.type = c.type and totals.id = c.id`;
  const ownMembership = sql`
    ${joinedMembership(viewer)}`;
  return sql`
    from containers c
    ${categoryId || location || (sorting && !containerOrders.includes(sorting)) ? details : sql``}
    ${sorting === 'views' ? totals : sql``}
    ${scope === 'managed' || scope === 'followed' ? ownMembership : sql``}
    where ${sql.join(conditions, sql` and `)}`;
}

const isFiltered = ({ search, categoryId, location, memberId, scope = 'all' }: PageQuery) =>
  Boolean(search || categoryId || location || memberId || scope !== 'all');

/** The ids of all listed pages in an order: walks the index of that order and stops. */
function walked(viewer: Viewer, order: PageOrder, count: number): SQL {
  if (order === 'trending')
    return sql`
      select c.id
      from (${firstTrending(viewer, sql`${count}`)}) c
      order by c.recent_joins desc, c.member_count desc, c.id desc`;
  if (order === 'rating')
    return sql`
      select c.id
      from (${firstRated(viewer, sql`${count}`)}) c
      order by ${ratingOrder(sql`c`)}, c.id desc`;
  return sql`select c.id ${matching(viewer, {}, order)} order by ${orders[order]}, c.id desc`;
}

/** The common table expression `listed` with ids and positions, and the total. */
function listed(viewer: Viewer, query: PageQuery): { listed: SQL; total: SQL } {
  const { order = 'newest', page = 1, limit = 20 } = query;
  const part = sql`
    limit ${limit}
    offset ${(page - 1) * limit}`;
  // Only the total reads all.
  if (!isFiltered(query))
    return {
      listed: sql`
        listed as materialized (
          select found.id, found.position
          from unnest(array(${walked(viewer, order, page * limit)} ${part}))
            with ordinality found (id, position)
        )`,
      total: sql`(select count(*)::int ${matching(viewer, query, null)})`,
    };
  return {
    listed: sql`
      matching as materialized (
        select c.id, row_number() over (order by ${orders[order]}, c.id desc) as position
        ${matching(viewer, query, order)}
      ),
        listed as materialized (select * from matching order by position ${part})`,
    total: sql`(select count(*)::int from matching)`,
  };
}

/** Orders whose index is not one of `containers`: a generic plan does not know the limit, and sorts all. */
const needsCustomPlan = ({ order = 'newest', ...query }: PageQuery) =>
  !isFiltered(query) && !['newest', 'title', 'members'].includes(order);

/** A page of the list with the total, in one statement. */
export function listPages(viewer: Viewer, query: PageQuery = {}): Promise<ContainerList<PageRow>> {
  const { search = '', location = '', order = '' } = query;
  const kind = { type: 'page', columns: pageColumns, from: pagesFor } as const;
  return readFullList(
    viewer,
    'page',
    search || location || (needsCustomPlan(query) ? order : ''),
    listStatement(viewer, kind, listed(viewer, query)),
  );
}

/** The first of those that the member manages, by what a column shows of them. */
export async function listOwnPages(viewer: Member, limit: number): Promise<NamedContainer[]> {
  const own = { ...listed(viewer, { scope: 'managed', limit }), total: uncounted };
  const statement = listStatement(viewer, briefKind('page'), own);
  return (await readList<NamedContainer>('', statement)).rows;
}

interface CategoryRow extends Record<string, unknown> {
  id: number;
  parentId: number | null;
  title: string;
  pageCount: number;
}

export interface CategoryNode {
  id: number;
  title: string;
  /** Listed pages of it and all below it. */
  count: number;
  children: CategoryNode[];
}

/** Pages of each category that visitors find; members find all that are listed, which are counted. */
const publicCounts = (viewer: Visitor): SQL => sql`
  left join (
    select p.category_id, count(*)::int as count
    from containers c
    join sitepages p on p.id = c.id
    where c.type = 'page'
      and ${listedContainer(viewer, sql`c`)}
    group by p.category_id
  ) public on public.category_id = category.id`;

/** The tree of categories, each with the number of listed pages that the viewer may find. */
export async function listCategories(viewer: Viewer): Promise<CategoryNode[]> {
  const count = isMember(viewer) ? sql`category.page_count` : sql`coalesce(public.count, 0)`;
  const rows = await db.execute<CategoryRow>(sql`
    select category.id, category.parent_id as "parentId", category.title, ${count} as "pageCount"
    from page_categories category
    ${isMember(viewer) ? sql`` : publicCounts(viewer)}
    order by category.position, category.title, category.id`);
  const build = (parentId: number | null): CategoryNode[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .map(({ id, title, pageCount }) => {
        const children = build(id);
        const count = children.reduce((sum, child) => sum + child.count, pageCount);
        return { id, title, count, children };
      });
  return build(null);
}
