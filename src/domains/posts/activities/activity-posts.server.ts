import type { SQL } from 'drizzle-orm';
import { sharesActivity } from '#domains/activities/activity.server.ts';
import type { ActivityItem, NewActivity } from '#domains/activities/share-activity.server.ts';
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
  { activity: { type, interval }, authorId, audience, itemId, friendId, container }: NewActivity,
): Promise<void> {
  const conditions = [
    sql`m.id = ${authorId}`,
    sharesActivity(sql`m.id`, type),
    ...(friendId === undefined ? [] : [sharesActivity(sql`${friendId}::bigint`, type)]),
    ...(interval === undefined ? [] : [isFirst(type, interval)]),
  ];
  await tx.execute(sql`
    insert into posts (
      author_id, type, subject_id, object_type, object_id, audience, published_at, item_id,
      friend_id, can_share
    )
    select m.id, ${type}, m.id, ${container?.type ?? 'member'},
      coalesce(${container?.id ?? null}::bigint, m.id), ${audience}, ${now()},
      ${itemId ?? null}::bigint, ${friendId ?? null}::bigint, ${container === undefined}
    from members m
    where ${sql.join(conditions, sql` and `)}`);
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
