import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { foldedWords, nameContains } from '#domains/members/name-search.server.ts';
import { isFriendOf } from '#domains/policy/audience.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, isModerator, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { pageRef, readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { notifyPageStaff } from '#domains/sitepages/page-notices.server.ts';
import { meanRating, type ReviewOrder } from '#domains/sitepages/sitepages.rules.ts';
import { now } from '#server/clock.ts';
import { db, executeSearch, type Tx } from '#server/db.ts';
import { forbidden, notFound, refused } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';

export interface ReviewRow extends Record<string, unknown> {
  id: number;
  pageId: number;
  pageTitle: string;
  author: MemberCard;
  rating: number;
  title: string;
  body: string;
  pros: string;
  cons: string;
  isRecommended: boolean;
  isFeatured: boolean;
  answer: string;
  likeCount: number;
  isLiked: boolean;
  createdAt: string;
  modifiedAt: string;
  canEdit: boolean;
  canDelete: boolean;
  canAnswer: boolean;
}

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
  reviews: ReviewRow[];
}

/** Reviews as `r` with their pages `c` and authors `m` that the viewer may see. */
const visibleReviews = (viewer: Viewer): SQL => sql`
  page_reviews r
  join containers c on c.type = 'page' and c.id = r.page_id and ${readableContainer(viewer, sql`c`)}
  join members m on m.id = r.author_id and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}`;

const isAdminOf = (member: Member, pageId: SQL): SQL => sql`
  exists (
    select from memberships staff
    where staff.type = 'page'
      and staff.id = ${pageId}
      and staff.member_id = ${member.id}
      and staff.role >= ${roles.admin}
  )`;

function reviewColumns(viewer: Viewer): SQL {
  const isOwn = isMember(viewer) ? sql`r.author_id = ${viewer.id}` : sql`false`;
  const isModeratedBy = isMember(viewer) && isModerator(viewer) ? sql`true` : isOwn;
  return sql`
    r.id, r.page_id as "pageId", c.title as "pageTitle",
    json_build_object(
      'id', m.id, 'displayname', m.displayname, 'username', m.username, 'avatar',
      ${avatarFor(viewer, sql`m`)}
    ) as author,
    r.rating, r.title, r.body, r.pros, r.cons, r.is_recommended as "isRecommended",
    r.is_featured as "isFeatured", r.answer,
    (
      select coalesce(sum(total.count), 0)::int
      from reaction_totals total
      where total.subject_type = 'page_review' and total.subject_id = r.id
    ) as "likeCount",
    ${
      isMember(viewer)
        ? sql`
      exists (
        select from reactions liked
        where liked.subject_type = 'page_review'
          and liked.subject_id = r.id
          and liked.member_id = ${viewer.id}
      )`
        : sql`false`
    } as "isLiked",
    r.created_at::text as "createdAt", r.modified_at::text as "modifiedAt", ${isOwn} as "canEdit",
    ${isModeratedBy} as "canDelete",
    ${isMember(viewer) ? isAdminOf(viewer, sql`r.page_id`) : sql`false`} as "canAnswer"`;
}

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
  const { order = 'recent', page: number = 1, limit = 20, search = '' } = query;
  const mayReview = isMember(viewer) && page.role === roles.member && page.membership !== 'banned';
  const isOwn = isMember(viewer) ? sql`r.author_id = ${viewer.id}` : sql`false`;
  const [row] = await executeSearch<{
    total: number;
    found: number;
    hasOwn: boolean;
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
  return {
    total: row!.total,
    found: row!.found,
    average: meanRating(page),
    canCreate: mayReview && page.state === 'open' && !row!.hasOwn,
    reviews: row!.reviews ?? [],
  };
}

/** One review through its page, or not found. */
export async function readReview(
  viewer: Viewer,
  pageId: number,
  reviewId: number,
  tx: Tx = db,
): Promise<ReviewRow> {
  const [row] = await tx.execute<ReviewRow>(sql`
    select ${reviewColumns(viewer)}
    from ${visibleReviews(viewer)}
    where r.id = ${reviewId} and r.page_id = ${pageId}`);
  if (!row) throw notFound();
  return row;
}

export interface ReviewText {
  rating: number;
  title: string;
  body: string;
  pros: string;
  cons: string;
  isRecommended: boolean;
}

/** Reviews a page: once, and not by its staff. */
export async function createReview(
  member: Member,
  pageId: number,
  { rating, title, body, pros, cons, isRecommended }: ReviewText,
): Promise<ReviewRow> {
  const page = await readOpenPage(member, pageId);
  if (page.state !== 'open') throw forbidden('This page is closed.');
  return changeContainer(member, pageRef(pageId), async ({ tx, membership }) => {
    if (membership?.state === 'banned' || (membership?.role ?? 0) > roles.member)
      throw forbidden('Staff does not review its own page.');
    const [created] = await tx.execute<{ id: number }>(sql`
      insert into page_reviews (
        page_id, author_id, rating, title, body, pros, cons, is_recommended, created_at, modified_at
      )
      values (
        ${pageId}, ${member.id}, ${rating}, ${title}, ${body}, ${pros}, ${cons}, ${isRecommended},
        ${now()}, ${now()}
      )
      on conflict (page_id, author_id) do nothing
      returning id`);
    if (!created) throw refused('already_reviewed', 'You have reviewed this page already.');
    await notifyPageStaff(tx, member, pageId, 'page_review');
    return readReview(member, pageId, created.id, tx);
  });
}

/** Changes an own review. */
export async function editReview(
  member: Member,
  pageId: number,
  reviewId: number,
  { rating, title, body, pros, cons, isRecommended }: ReviewText,
): Promise<ReviewRow> {
  const before = await readReview(member, pageId, reviewId);
  if (!before.canEdit) throw forbidden();
  await db.execute(sql`
    update page_reviews
    set rating = ${rating}, title = ${title}, body = ${body}, pros = ${pros}, cons = ${cons},
      is_recommended = ${isRecommended}, modified_at = ${now()}
    where id = ${reviewId} and page_id = ${pageId} and author_id = ${member.id}`);
  return readReview(member, pageId, reviewId);
}

/** Deletes a review: its author, or a moderator of the site. The page itself may only answer. */
export async function deleteReview(
  member: Member,
  pageId: number,
  reviewId: number,
): Promise<void> {
  const { canDelete } = await readReview(member, pageId, reviewId);
  if (!canDelete) throw forbidden();
  await db.execute(sql`delete from page_reviews where id = ${reviewId} and page_id = ${pageId}`);
}

/** The answer of the page to a review; an empty one removes it. */
export async function answerReview(
  member: Member,
  pageId: number,
  reviewId: number,
  answer: string,
): Promise<ReviewRow> {
  const { canAnswer } = await readReview(member, pageId, reviewId);
  if (!canAnswer) throw forbidden();
  await db.execute(sql`
    update page_reviews
    set answer = ${answer}, answered_at = ${answer ? now() : sql`null`}
    where id = ${reviewId} and page_id = ${pageId}`);
  return readReview(member, pageId, reviewId);
}

/** A review can be found helpful, and reported; it takes no comments. */
export const reviewSubject: SubjectSource = {
  rows: (viewer, id) => sql`
    select subject_review.id, array[subject_review.author_id] as owner_ids, false as can_comment,
      true as can_react
    from page_reviews subject_review
    where subject_review.id = ${id}
      and ${visibleCard(viewer, sql`subject_review.author_id`)}
      and exists (
        select from containers reviewed_page
        where reviewed_page.type = 'page'
          and reviewed_page.id = subject_review.page_id
          and ${readableContainer(viewer, sql`reviewed_page`)}
      )`,
  context: (_, id) => sql`
    select 'page'::text, reviewed.page_id
    from page_reviews reviewed
    where reviewed.id = ${id}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/pages/page/' || reported.page_id || '/reviews', 'body',
        reported.title || E'\n' || reported.body, 'isPublic', true, 'photoCount', 0, 'videoCount', 0
      )
      from page_reviews reported
      where reported.id = ${id}`,
    remove: async (tx, id) =>
      void (await tx.execute(sql`delete from page_reviews where id = ${id}`)),
  },
};
