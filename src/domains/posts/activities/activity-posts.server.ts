import type { SQL } from 'drizzle-orm';
import { sharesActivity } from '#domains/activities/activity.server.ts';
import type { ActivityItem, NewActivity } from '#domains/activities/share-activity.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { enqueueNewPost } from '#domains/posts/announcements/post-notifications.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Whether the author has no post of that type within the interval. */
const isFirst = (type: string, interval: string): SQL =>
  sql`
    not exists (
      select from posts recent
      where recent.author_id = m.id
        and recent.type = ${type}
        and recent.published_at > ${now()} - ${interval}::interval
    )`;

async function writeActivity(
  tx: Tx,
  { activity, authorId, audience, itemId, friendId, container }: NewActivity,
): Promise<void> {
  const { type, interval, onWall } = activity;
  const { speaksForItself } = findContainerKind(container?.type ?? '') ?? {};
  const subjectType = speaksForItself && container ? container.type : 'member';
  const conditions = [
    sql`m.id = ${authorId}`,
    sharesActivity(sql`m.id`, type),
    ...(friendId === undefined ? [] : [sharesActivity(sql`${friendId}::bigint`, type)]),
    ...(interval === undefined ? [] : [isFirst(type, interval)]),
  ];
  const [post] = await tx.execute<{ id: number }>(sql`
    insert into posts (
      author_id, type, subject_type, subject_id, object_type, object_id, audience, published_at, item_id,
      friend_id, can_share
    )
    select m.id, ${type}, ${subjectType},
      case ${subjectType} when 'member' then m.id else ${container?.id ?? null}::bigint end,
      ${container?.type ?? 'member'}, coalesce(${container?.id ?? null}::bigint, m.id), ${audience}, ${now()},
      ${itemId ?? null}::bigint, ${friendId ?? null}::bigint, ${container === undefined}
    from members m
    where ${sql.join(conditions, sql` and `)}
    returning id::float8`);
  if (post && container && onWall === 'posts')
    await enqueueNewPost(
      tx,
      { type: container.type, subjectType },
      { postId: post.id, actorId: authorId },
    );
}

export const activityPosts = {
  write: writeActivity,
  remove: async (tx: Tx, { activity: { type }, itemId }: ActivityItem): Promise<void> => {
    await tx.execute(sql`
      delete from posts
      where type = ${type}
        and item_id = ${itemId}`);
  },
};
