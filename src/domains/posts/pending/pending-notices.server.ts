import { roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Notifies the staff that a post waits, except those who want no notices of the container: one
 * notice for all that wait. A trigger withdraws it with the last of them.
 */
export const notifyOfPending = (
  tx: Tx,
  author: Member,
  { type, id }: ContainerRef,
  pendingId: number,
) =>
  tx.execute(sql`
    with ${notificationCtes(
      author,
      sql`
        select ms.member_id, 'post_pending', ms.type, ms.id, 1, 'pending_post', ${pendingId}::bigint
        from memberships ms
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.state = 'member'
          and ms.role >= ${roles.moderator}
          and ms.notify > 0`,
      { context: sql`select ${type}::text, ${id}::bigint` },
    )}
    select 1`);

/** Notifies the author of a decision, which is the staff's and names nobody. */
const notifyAuthor = (
  tx: Tx,
  authorId: number,
  notice: 'post_approved' | 'post_declined',
  { type, id }: ContainerRef,
  pendingId: number,
) =>
  tx.execute(sql`
    with ${notificationCtes(
      viewerFromColumn(sql`0::bigint`),
      sql`
        select ${authorId}::bigint, ${notice}::text, ${type}::text, ${id}::bigint, 1, 'pending_post',
          ${pendingId}::bigint`,
      { isFromSite: true, context: sql`select ${type}::text, ${id}::bigint` },
    )}
    select 1`);

export const notifyOfApproval = (tx: Tx, authorId: number, postId: number, pendingId: number) =>
  notifyAuthor(tx, authorId, 'post_approved', { type: 'post', id: postId }, pendingId);

export const notifyOfRefusal = (tx: Tx, authorId: number, ref: ContainerRef, pendingId: number) =>
  notifyAuthor(tx, authorId, 'post_declined', ref, pendingId);
