import { notifyLevels } from '#domains/containers/container-access.rules.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { hasNoActor } from '#domains/notifications/notices.server.ts';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueue, type Queue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';

export const postNotificationsQueue = 'post-notifications';
const batchSize = 500;

interface PostNotification {
  postId: number;
  actorId: number;
  type: NotificationType;
  /** Notifies members of at least this level. */
  level: number;
}

/**
 * Enqueues notifying those members of the container who want to know of each new post; of posts in
 * its name only where the notification does not name who wrote.
 */
export async function enqueueNewPost(
  tx: Tx,
  { type, subjectType }: { type: string; subjectType: string },
  { postId, actorId }: Pick<PostNotification, 'postId' | 'actorId'>,
): Promise<void> {
  const newPost = findContainerKind(type)?.notificationTypes?.newPost;
  // The job finds out who wants it: in a large group even that takes a while.
  if (newPost && (subjectType === 'member' || hasNoActor(newPost)))
    await enqueueNotifications(tx, { postId, actorId, type: newPost, level: notifyLevels.all });
}

export const enqueueNotifications = (tx: Tx, payload: PostNotification): Promise<string> =>
  enqueue(tx, postNotificationsQueue, payload);

/**
 * Job: notifies the members of the container in batches, so that no statement is long, whatever
 * their number. Run again, it notifies nobody twice.
 */
async function notifyMembers(
  { postId, actorId, type, level }: PostNotification,
  signal: AbortSignal,
): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    signal.throwIfAborted();
    const [row]: { last: number | null }[] = await db.execute(sql`
      with batch as materialized (
        select ms.member_id
        from posts p
        join memberships ms on ms.type = p.object_type and ms.id = p.object_id
        where p.id = ${postId}
          and ms.state = 'member'
          and ms.notify >= ${level}
          and ms.member_id <> ${actorId}
          and ms.member_id > ${after}::bigint
        order by ms.member_id
        limit ${batchSize}
      ),
        ${notificationCtes(
          viewerFromColumn(sql`${actorId}::bigint`),
          sql`
            select batch.member_id, ${type}::text, 'post', ${postId}::bigint, 1, '', 0::bigint
            from batch`,
          {
            context: sql`select 'post', ${postId}::bigint`,
            contextTypes: ['post'],
            isFromSite: hasNoActor(type),
          },
        )}
      select max(member_id)::float8 as last
      from batch`);
    after = row?.last ?? null;
  }
}

export const postNotifications: Queue = {
  name: postNotificationsQueue,
  work: (payload, { signal }) => notifyMembers(payload as PostNotification, signal),
};
