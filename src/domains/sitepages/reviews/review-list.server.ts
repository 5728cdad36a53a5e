import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { foldedWords, nameContains } from '#domains/members/name-search.server.ts';
import { isFriendOf } from '#domains/policy/audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { hasApp, meanRating, type ReviewOrder } from '#domains/sitepages/sitepages.rules.ts';
import { executeSearch } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { isTooNewToReview } from './review-approval.server.ts';
import { reviewColumns, visibleReviews, type ReviewRow } from './review-rows.server.ts';

export interface ReviewQuery {
  search?: string;
  show?: 'all' | 'friends' | 'own' | 'featured';
  order?: ReviewOrder;
  /** 1 to 5; 0 for all. */
  rating?: number;
  isRecommended?: boolean;
  page?: number;
  limit?: number;
}

export interface ReviewList {
  /** Reviews of the page that the viewer may see. */
  total: number;
  /** Those among them that match the query. */
  found: number;
  average: number;
  canCreate: boolean;
  /** The viewer may review it once the account is older. */
  isTooNew: boolean;
  reviews: ReviewRow[];
}

/** The list of a page that hides its reviews. */
const hidden: ReviewList = {
  total: 0,
  found: 0,
  average: 0,
  canCreate: false,
  isTooNew: false,
  reviews: [],
};

const orders: Record<ReviewOrder, SQL> = {
  recent: sql`shown."createdAt" desc, shown.id desc`,
  highest: sql`shown.rating desc, shown."createdAt" desc, shown.id desc`,
  lowest: sql`shown.rating, shown."createdAt" desc, shown.id desc`,
  helpful: sql`shown."likeCount" desc, shown."createdAt" desc, shown.id desc`,
};

function matching(
  viewer: Viewer,
  { search = '', show = 'all', rating = 0, ...query }: ReviewQuery,
) {
  const conditions: SQL[] = [];
  if (search) conditions.push(nameContains(foldedWords(sql`(r.title || ' ' || r.body)`), search));
  if (rating) conditions.push(sql`r.rating = ${rating}`);
  if (query.isRecommended) conditions.push(sql`r.is_recommended`);
  if (show === 'featured') conditions.push(sql`r.is_featured`);
  if (show !== 'all' && show !== 'featured' && !isMember(viewer)) conditions.push(sql`false`);
  else if (isMember(viewer) && show === 'own') conditions.push(sql`r.author_id = ${viewer.id}`);
  else if (isMember(viewer) && show === 'friends')
    conditions.push(isFriendOf(viewer, sql`r.author_id`));
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/** Reviews of a page that the viewer may read. */
export async function listReviews(
  viewer: Viewer,
  pageId: number,
  query: ReviewQuery = {},
): Promise<ReviewList> {
  const page = await readOpenPage(viewer, pageId);
  if (!hasApp(page, 'reviews')) return hidden;
  const { order = 'recent', page: number = 1, limit = 20, search = '' } = query;
  const mayReview = isMember(viewer) && page.role === roles.member && page.membership !== 'banned';
  const isOwn = isMember(viewer) ? sql`r.author_id = ${viewer.id}` : sql`false`;
  const [row] = await executeSearch<{
    total: number;
    found: number;
    hasOwn: boolean;
    isTooNew: boolean;
    reviews: ReviewRow[] | null;
  }>(
    search,
    sql`
      with visible as materialized (
        select ${reviewColumns(viewer)}, ${matching(viewer, query)} as is_matching,
          ${isOwn} as is_own
        from ${visibleReviews(viewer)}
        where r.page_id = ${pageId}
      )
      select (select count(*)::int from visible) as total,
        (select count(*)::int from visible where is_matching) as found,
        exists (select from visible where is_own) as "hasOwn",
        ${isMember(viewer) ? isTooNewToReview(viewer.id) : sql`false`} as "isTooNew",
        (
          select json_agg(row_to_json(listed))
          from (
            select *
            from visible shown
            where shown.is_matching
            order by ${orders[order]}
            limit ${limit}
            offset ${(number - 1) * limit}
          ) listed
        ) as reviews`,
  );
  const mayCreate = mayReview && page.state === 'open' && !row!.hasOwn;
  return {
    total: row!.total,
    found: row!.found,
    average: meanRating(page),
    canCreate: mayCreate && !row!.isTooNew,
    isTooNew: mayCreate && row!.isTooNew,
    reviews: row!.reviews ?? [],
  };
}
