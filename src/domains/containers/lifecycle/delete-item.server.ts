import { listActivities } from '#domains/activities/activity.server.ts';
import { removeActivity } from '#domains/activities/share-activity.server.ts';
import { itemsOf, type ItemRef } from '#domains/containers/container-items.server.ts';
import type { Change } from '#domains/containers/container-lock.server.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/**
 * Deletes an item of the container with its places and answers, the notices about it and its feed
 * items. Not found if it is of another container. The wall stays, and so does what was written there.
 */
export async function deleteItem(
  { tx, container }: Pick<Change, 'tx' | 'container'>,
  { type, itemId }: ItemRef,
): Promise<void> {
  const items = itemsOf(type);
  if (!items || type !== container.type) throw notFound();
  const deleted = await tx.execute(sql`
    delete from ${sql.identifier(items.table)}
    where id = ${itemId} and wall_id = ${container.id}
    returning 1`);
  if (!deleted.length) throw notFound();
  await tx.execute(sql`delete from container_seats where type = ${type} and item_id = ${itemId}`);
  // The first item of a wall may have its number, by which notices about the membership name it.
  if (itemId === container.id) return;
  await tx.execute(
    sql`select delete_notifications_about(array[${type}::text], array[${itemId}::bigint])`,
  );
  for (const activity of listActivities())
    if (activity.container === type) await removeActivity(tx, { activity, itemId });
}
