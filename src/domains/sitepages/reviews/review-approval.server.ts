import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import {
  notifyContainerStaff,
  withdrawActor,
} from '#domains/containers/container-notices.server.ts';
import { reportAsSite } from '#domains/moderation/reports.server.ts';
import { isNewAccount } from '#domains/policy/account-age.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const newMemberDays = sql.raw('30');
const maxNewMemberReviews = sql.raw('10');

const firstReviewHours = 24;

/** Whether the account is too young to review: those made for reviews are thrown away the same day. */
export const isTooNewToReview = (memberId: number): SQL => isNewAccount(memberId, firstReviewHours);
export const tooNewToReview = 'You can review pages from your second day here on.';

/**
 * Whether the author is a new member and as many others have reviewed the page within a day: a
 * campaign, of which moderators decide. Under the lock of the page.
 */
export const isWaveOfNewMembers = (pageId: number, authorId: number): SQL => sql`
  (
    select author.created_at > ${now()} - make_interval(days => ${newMemberDays})
      and (
        select count(*)
        from page_reviews recent
        join members other on other.id = recent.author_id
        where recent.page_id = ${pageId}
          and recent.created_at > ${now()} - interval '24 hours'
          and other.created_at > ${now()} - make_interval(days => ${newMemberDays})
      ) >= ${maxNewMemberReviews}
    from members author
    where author.id = ${authorId}
  )`;

export const requestReviewApproval = (tx: Tx, author: Member, id: number): Promise<void> =>
  reportAsSite(tx, author, {
    type: 'page_review',
    id,
    category: 'other',
    description:
      'Held back: many new members have reviewed this page today. Dismiss to show the review.',
  });

/** Deletes a review, and withdraws the notice of it from the staff. */
export async function removeReview(tx: Tx, id: number): Promise<void> {
  const [removed] = await tx.execute<{ pageId: number; authorId: number }>(sql`
    delete from page_reviews
    where id = ${id}
    returning page_id as "pageId", author_id as "authorId"`);
  if (!removed) return;
  const author = viewerFromColumn(sql`${removed.authorId}::bigint`);
  await withdrawActor(tx, author, pageRef(removed.pageId), 'page_review');
}

/** The moderators let it stay: it is listed and counted, and the staff is notified. */
export async function approveReview(tx: Tx, id: number): Promise<void> {
  const [listed] = await tx.execute<{ pageId: number; authorId: number }>(sql`
    update page_reviews
    set needs_approval = false
    where id = ${id} and needs_approval
    returning page_id as "pageId", author_id as "authorId"`);
  if (!listed) return;
  const author = viewerFromColumn(sql`${listed.authorId}::bigint`);
  await notifyContainerStaff(tx, author, pageRef(listed.pageId), 'page_review', roles.admin);
}
