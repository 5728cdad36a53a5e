import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import {
  isBanInForce,
  readableContainer,
  readableContainerPost,
} from '#domains/containers/container-access.server.ts';
import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import {
  isMember,
  isModerator,
  type Member,
  type SqlViewer,
  type Viewer,
} from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

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
  /** Held back until a moderator of the site has looked at it; for its author only. */
  needsApproval: boolean;
  answer: string;
  likeCount: number;
  isLiked: boolean;
  createdAt: string;
  modifiedAt: string;
  canEdit: boolean;
  canDelete: boolean;
  canAnswer: boolean;
}

/** Whether a review is listed, or by the viewer: one that is held back is for its author only. */
export const isShownTo = (viewer: SqlViewer, r: SQL): SQL =>
  isMember(viewer)
    ? sql`(not ${r}.needs_approval or ${r}.author_id = ${viewer.id})`
    : sql`not ${r}.needs_approval`;

/**
 * Whether the viewer may read the page `c` and its review: one from before the page was opened to
 * more people stays with its members and its author.
 */
export function readableReview(viewer: SqlViewer, c: SQL, r: SQL): SQL {
  const readable = readableContainerPost(viewer, c, sortKeyAt(sql`${r}.created_at`));
  if (!isMember(viewer)) return readable;
  return sql`
    (${readable} or (${r}.author_id = ${viewer.id} and ${readableContainer(viewer, c)}))`;
}

/** Reviews as `r` with their pages `c` and authors `m` that the viewer may see. */
export const visibleReviews = (viewer: Viewer): SQL => sql`
  page_reviews r
  join containers c on c.type = 'page'
    and c.id = r.page_id
    and ${readableReview(viewer, sql`c`, sql`r`)}
  join members m
    on m.id = r.author_id
    and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
    and ${isShownTo(viewer, sql`r`)}`;

const isAdminOf = (member: Member, pageId: SQL): SQL => sql`
  exists (
    select from memberships staff
    where staff.type = 'page'
      and staff.id = ${pageId}
      and staff.member_id = ${member.id}
      and staff.role >= ${roles.admin}
  )`;

/** Whether the page with that id takes reviews: its staff may hide that part of it. */
export const takesReviews = (pageId: SQL): SQL => sql`
  exists (select from sitepages sp where sp.id = ${pageId} and not 'reviews' = any (sp.hidden_apps))`;

/**
 * Whoever may write a review now may change it: not while banned, nor as staff, once the page is
 * closed or hides its reviews.
 */
const mayReview = (member: Member): SQL => sql`
  (
    c.state = 'open'
    and ${takesReviews(sql`c.id`)}
    and not exists (
      select from memberships ms
      where ms.type = c.type
        and ms.id = c.id
        and ms.member_id = ${member.id}
        and (ms.role > 0 or ${isBanInForce()})
    )
  )`;

export function reviewColumns(viewer: Viewer): SQL {
  const isOwn = isMember(viewer) ? sql`r.author_id = ${viewer.id}` : sql`false`;
  const isModeratedBy = isMember(viewer) && isModerator(viewer) ? sql`true` : isOwn;
  return sql`
    r.id, r.page_id as "pageId", c.title as "pageTitle",
    ${memberCardJson(sql`m`, avatarFor(viewer, sql`m`))} as author,
    r.rating, r.title, r.body, r.pros, r.cons, r.is_recommended as "isRecommended",
    r.is_featured as "isFeatured", r.needs_approval as "needsApproval", r.answer,
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
    r.created_at::text as "createdAt", r.modified_at::text as "modifiedAt",
    ${isMember(viewer) ? sql`(${isOwn} and ${mayReview(viewer)})` : sql`false`} as "canEdit",
    ${isModeratedBy} as "canDelete",
    ${isMember(viewer) ? isAdminOf(viewer, sql`r.page_id`) : sql`false`} as "canAnswer"`;
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
