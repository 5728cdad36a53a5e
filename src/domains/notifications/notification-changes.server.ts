import type { SQL } from 'drizzle-orm';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { NotificationType } from './notification-kinds.ts';
import { maxListed, visibleIds } from './notifications.server.ts';

/**
 * Ids of the member's notifications, locked by id: every statement that writes several locks in
 * this order.
 */
const lockedIds = (member: Member, condition: SQL): SQL =>
  sql`
    select n.id
    from notifications n
    where n.recipient_id = ${member.id}
      and ${condition}
    order by n.id
    for update`;

/**
 * A statement that marks all of one type as read, when the member has seen their subject elsewhere.
 */
export const markTypeRead = (member: Member, type: NotificationType): SQL =>
  sql`
    update notifications notification
    set read_at = ${now()}
    where notification.id in (
      ${lockedIds(
        member,
        sql`
    n.type = ${type} and n.read_at is null`,
      )}
    )`;

/**
 * Marks all of the member's notifications as read, even those hidden just now: they must not come
 * back as unread. Works in batches, each its own transaction, so that nobody who notifies the
 * member has to wait for thousands of rows; what arrives meanwhile stays unread.
 */
export async function markAllRead(member: Member): Promise<void> {
  const [start] = await db.execute<{ at: string }>(sql`select ${now()}::text as at`);
  const batch = sql`
    select n.id
    from notifications n
    where n.recipient_id = ${member.id}
      and n.read_at is null
      and n.updated_at <= ${start!.at}::timestamptz
    limit ${maxListed}`;
  for (;;) {
    const marked = await db.execute(sql`
      with batch as materialized (${batch}),
        locked as materialized (
          select n.id
          from notifications n
          where n.id in (select id from batch)
          order by n.id
          for update
        )
      update notifications notification
      set read_at = ${now()}
      from locked
      where notification.id = locked.id
      returning 1`);
    if (marked.length < maxListed) return;
  }
}

/** Hidden ones and those of others are not found. */
async function checkVisible(member: Member, ids: number[]): Promise<void> {
  const visible = await visibleIds(member, ids);
  if (visible.length < ids.length) throw notFound();
}

export async function markRead(member: Member, id: number): Promise<void> {
  await checkVisible(member, [id]);
  const [row] = await db.execute(sql`
    update notifications
    set read_at = coalesce(read_at, ${now()})
    where id = ${id} and recipient_id = ${member.id} and deleted_at is null
    returning 1`);
  if (!row) throw notFound();
}

/** If an unread notification of the same group exists by now, this one is merged into it. */
export async function markUnread(member: Member, id: number): Promise<void> {
  await checkVisible(member, [id]);
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ groupKey: string; isRead: boolean }>(sql`
      select notification.group_key as "groupKey", notification.read_at is not null as "isRead"
      from notifications notification
      where notification.id = ${id}
        and notification.recipient_id = ${member.id}
        and notification.deleted_at is null
      for update`);
    if (!row) throw notFound();
    if (!row.isRead) return;
    // The lock holds until the end: no other statement starts a notification of this group.
    await tx.execute(sql`
      with newer as (
        select newer.id
        from notifications newer
        where newer.recipient_id = ${member.id}
          and newer.group_key = ${row.groupKey}
          and newer.read_at is null
        for update
      ),
        joined as (
          insert into notification_actors (
            notification_id, actor_id, source_type, source_id, parent_author_id, occurred_at,
            withdrawn_at
          )
          select newer.id, actor.actor_id, actor.source_type, actor.source_id,
            actor.parent_author_id, actor.occurred_at, actor.withdrawn_at
          from newer, notification_actors actor
          where actor.notification_id = ${id}
          on conflict
          do nothing
        ),
        merged as (
          delete from notifications
          where id = ${id}
            and exists (select from newer)
        )
      update notifications
      set read_at = null
      where id = ${id}
        and not exists (select from newer)`);
  });
}

/** All of them or none: an id of somebody else's notification is not found. */
export async function deleteNotifications(member: Member, ids: number[]): Promise<void> {
  await checkVisible(member, ids);
  await db.transaction(async (tx) => {
    const deleted = await tx.execute(sql`
      update notifications notification
      set deleted_at = ${now()}, read_at = coalesce(notification.read_at, ${now()})
      where notification.id in (${lockedIds(member, sql`n.id = any (${sql.param(ids)}::bigint[])`)})
        and notification.deleted_at is null
      returning 1`);
    if (deleted.length < ids.length) throw notFound();
  });
}
