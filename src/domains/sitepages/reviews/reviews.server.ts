import { mayRead, roles } from '#domains/containers/container-access.rules.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import { notifyContainerStaff } from '#domains/containers/container-notices.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, httpError, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  isTooNewToReview,
  isWaveOfNewMembers,
  removeReview,
  requestReviewApproval,
  tooNewToReview,
} from './review-approval.server.ts';
import { readReview, takesReviews, type ReviewRow } from './review-rows.server.ts';

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
  return changeContainer(member, pageRef(pageId), async ({ tx, container, ...change }) => {
    const { membership, relation } = change;
    if (!mayRead(container, relation)) throw forbidden();
    if (container.state !== 'open') throw forbidden('This page is archived.');
    if (membership?.state === 'banned' || (membership?.role ?? 0) > roles.member)
      throw forbidden('You cannot review a page that you help to run.');
    const [found] = await tx.execute<{ isTooNew: boolean; isPossible: boolean }>(sql`
      select ${isTooNewToReview(member.id)} as "isTooNew",
        ${takesReviews(sql`${pageId}::bigint`)} as "isPossible"`);
    if (!found!.isPossible) throw forbidden('This page does not show reviews.');
    if (found!.isTooNew) throw forbidden(tooNewToReview);
    const [created] = await tx.execute<{ id: number; needsApproval: boolean }>(sql`
      insert into page_reviews (
        page_id, author_id, rating, title, body, pros, cons, is_recommended, needs_approval,
        created_at, modified_at
      )
      values (
        ${pageId}, ${member.id}, ${rating}, ${title}, ${body}, ${pros}, ${cons}, ${isRecommended},
        ${isWaveOfNewMembers(pageId, member.id)}, ${now()}, ${now()}
      )
      on conflict (page_id, author_id) do nothing
      returning id, needs_approval as "needsApproval"`);
    if (!created) throw httpError('already_reviewed', 'You have already reviewed this page.');
    if (created.needsApproval) await requestReviewApproval(tx, member, created.id);
    else await notifyContainerStaff(tx, member, pageRef(pageId), 'page_review', roles.admin);
    return readReview(member, pageId, created.id, tx);
  });
}

/** Changes an own review, with the rights of that moment. */
export async function editReview(
  member: Member,
  pageId: number,
  reviewId: number,
  { rating, title, body, pros, cons, isRecommended }: ReviewText,
): Promise<ReviewRow> {
  return changeContainer(member, pageRef(pageId), async ({ tx }) => {
    const { canEdit } = await readReview(member, pageId, reviewId, tx);
    if (!canEdit) throw forbidden();
    const [after] = await tx.execute<{ needsApproval: boolean }>(sql`
      update page_reviews
      set rating = ${rating}, title = ${title}, body = ${body}, pros = ${pros}, cons = ${cons},
        is_recommended = ${isRecommended}, modified_at = ${now()}
      where id = ${reviewId} and page_id = ${pageId} and author_id = ${member.id}
      returning needs_approval as "needsApproval"`);
    // Moderators decide on the text as it is now.
    if (after?.needsApproval) await requestReviewApproval(tx, member, reviewId);
    return readReview(member, pageId, reviewId, tx);
  });
}

/** Deletes a review: its author, or a moderator of the site. The page itself may only answer. */
export async function deleteReview(
  member: Member,
  pageId: number,
  reviewId: number,
): Promise<void> {
  await changeContainer(member, pageRef(pageId), async ({ tx }) => {
    const { canDelete } = await readReview(member, pageId, reviewId, tx);
    if (!canDelete) throw forbidden();
    await removeReview(tx, reviewId);
  });
}

/** Marks a review as featured, or no longer; for moderators of the site. */
export async function featureReview(
  member: Member,
  reviewId: number,
  isFeatured: boolean,
): Promise<void> {
  if (!isModerator(member)) throw notFound();
  const [found] = await db.execute<{ pageId: number }>(sql`
    select page_id as "pageId" from page_reviews where id = ${reviewId}`);
  if (!found) throw notFound();
  const { pageId } = found;
  await changeContainer(member, pageRef(pageId), async ({ tx }) => {
    await readReview(member, pageId, reviewId, tx);
    await tx.execute(sql`
      update page_reviews
      set is_featured = ${isFeatured}
      where id = ${reviewId} and page_id = ${pageId}`);
    await recordDecision(tx, member, 'promoted', { type: 'page_review', id: reviewId });
  });
}

/** The answer of the page to a review; an empty one removes it. */
export async function answerReview(
  member: Member,
  pageId: number,
  reviewId: number,
  answer: string,
): Promise<ReviewRow> {
  return changeContainer(member, pageRef(pageId), async ({ tx, container }) => {
    const { canAnswer, author } = await readReview(member, pageId, reviewId, tx);
    if (!canAnswer) throw forbidden();
    await tx.execute(sql`
      update page_reviews
      set answer = ${answer}, answered_at = ${answer ? now() : sql`null`}
      where id = ${reviewId} and page_id = ${pageId}`);
    await writeAuditEntry(tx, container, member.id, {
      action: 'answer_review',
      targetId: author.id,
    });
    return readReview(member, pageId, reviewId, tx);
  });
}
