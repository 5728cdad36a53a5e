import type { SQL } from 'drizzle-orm';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { bodyOf, visibleContext } from '#server/subjects.ts';
import type { NotificationType } from './notifications.rules.ts';
import type { Notification, NotificationList } from './notifications.schema.ts';
import { notificationView, type NotificationRow } from './notifications.views.server.ts';

/** How far back the list goes, and up to what number things are counted. */
export const mostListed = 1_000;

/**
 * Of an act `did` on `told`: it stands, by somebody who reaches the member, and so does what it
 * answers; a share can be seen as a post of its own.
 */
const stands = (member: Member): SQL => sql`
  (
    did.notification_id = told.id
      and did.withdrawn_at is null
      and ${visibleAuthor(member, sql`did.actor_id`)}
      and (did.parent_author_id is null or ${visibleAuthor(member, sql`did.parent_author_id`)})
      and (
        told.type <> 'shared' or ${visibleContext(member, sql`did.source_type`, sql`did.source_id`)}
      )
  )`;

/**
 * Of `told`, a record of the member: where it is seen is there to be seen, and somebody did it.
 * Asked anew each time, and (`offset 0`) row by row: a plan that first reads everything that
 * anybody did, to look up a few of them, is never better than a bounded walk.
 */
const isThere = (member: Member): SQL => sql`
  (
    (
      told.context_type = 'member'
        or ${visibleContext(member, sql`told.context_type`, sql`told.context_id`)}
    )
    and exists (select from notification_actors did where ${stands(member)} offset 0)
  )`;

/** Those `told` of which the member may know. */
const mine = (member: Member): SQL =>
  sql`(told.recipient_id = ${member.id} and told.deleted_at is null and ${isThere(member)})`;

/**
 * The newest of the member's records, as far back as the list goes: what is never read on, however
 * many there are.
 */
const newest = (member: Member, isUnread: boolean): SQL => sql`
  (
    select *
    from notifications n
    where n.recipient_id = ${member.id}
      and ${
        isUnread
          ? sql`n.read_at is null`
          : sql`
    n.deleted_at is null`
      }
    order by n.updated_at desc, n.id desc
    limit ${mostListed}
  ) told`;

const countOf = (member: Member, isUnread: boolean): SQL =>
  sql`(select count(*)::int from ${newest(member, isUnread)} where ${isThere(member)})`;
export const countUnreadNotifications = (member: Member): SQL => countOf(member, true);

interface Counted extends Record<string, unknown> {
  unread: number;
  total: number;
}

/**
 * What the member may know of those `told` that `listed` (`from notifications told where …`, with
 * its order) gives. These come first: names, places and texts are looked up for them only.
 */
const readRows = (member: Member, listed: SQL) =>
  db.execute<NotificationRow & Record<string, unknown>>(sql`
    with told as materialized (select told.* ${listed}),
      done as materialized (
        select told.*, who.count, who.source_type, who.source_id, who.newest
        from told
        cross join lateral (
          select count(*)::int as count,
            (
              array_agg(each.source_type order by each.at desc, each.actor_id desc)
            )[1] as source_type,
            (array_agg(each.source_id order by each.at desc, each.actor_id desc))[1] as source_id,
            (array_agg(each.actor_id order by each.at desc, each.actor_id desc))[1:2] as newest
          from (
            select did.actor_id, max(did.occurred_at) as at,
              (
                array_agg(did.source_type order by did.occurred_at desc, did.source_id desc)
              )[1] as source_type,
              (
                array_agg(did.source_id order by did.occurred_at desc, did.source_id desc)
              )[1] as source_id
            from notification_actors did
            where ${stands(member)}
            group by did.actor_id
          ) each
        ) who
      )
    select done.id, done.type, done.subject_type as "subjectType", done.subject_id as "subjectId",
      done.read_at is not null as "isRead", done.updated_at::text as "updatedAt", done.count,
      (
        select json_agg(
          json_build_object(
            'id', m.id, 'displayname', m.displayname, 'username', m.username, 'avatar', m.avatar
          )
          order by array_position(done.newest, m.id)
        )
        from members m
        where m.id = any (done.newest)
      ) as actors,
      done.context_type as "contextType", done.context_id as "contextId",
      done.source_type as "sourceType", done.source_id as "sourceId",
      left(
        coalesce(
          nullif(${bodyOf(sql`done.source_type`, sql`done.source_id`)}, ''),
          ${bodyOf(sql`done.subject_type`, sql`done.subject_id`)}
        ),
        300
      ) as body
    from done
    order by done.updated_at desc, done.id desc`);

const newestFirst = sql`order by told.updated_at desc, told.id desc`;

/** Newest first. Reading marks none as read. */
export async function listNotifications(
  member: Member,
  {
    page = 1,
    limit = 10,
    isUnread = false,
  }: { page?: number; limit?: number; isUnread?: boolean } = {},
  origin = '',
): Promise<NotificationList> {
  const [[counted], rows] = await Promise.all([
    db.execute<Counted>(
      sql`
        select ${countOf(member, true)} as unread,
          ${isUnread ? sql`0` : countOf(member, false)} as total`,
    ),
    readRows(
      member,
      sql`
        from ${newest(member, isUnread)}
        where ${isThere(member)} ${newestFirst}
        limit ${limit}
        offset ${(page - 1) * limit}`,
    ),
  ]);
  return {
    recentUpdates: rows.map((row) => notificationView(row, member, origin)),
    notificationsCount: counted!.unread,
    recentUpdateTotalItemCount: isUnread ? counted!.unread : counted!.total,
    myRequests: [],
    requestTotalItemCount: 0,
    page,
  };
}

/** The unread ones among `told` of the member that fit, newest first, for what is sent out. */
export async function listUnread(
  member: Member,
  fits: SQL,
  limit: number,
  origin: string,
): Promise<Notification[]> {
  const rows = await readRows(
    member,
    sql`
      from notifications told
      where ${mine(member)} and told.read_at is null and ${fits} ${newestFirst}
      limit ${limit}`,
  );
  return rows.map((row) => notificationView(row, member, origin));
}

/** Ids of the member's records, locked in the order that every writer of several keeps. */
const inOrder = (member: Member, condition: SQL): SQL =>
  sql`
    select n.id
    from notifications n
    where n.recipient_id = ${member.id} and ${condition}
    order by n.id
    for update`;

/** A statement that marks all of one type as read: what they are about was looked at elsewhere. */
export const readAllOf = (member: Member, type: NotificationType): SQL =>
  sql`
    update notifications told
    set read_at = ${now()}
    where told.id in (
      ${inOrder(
        member,
        sql`
    n.type = ${type} and n.read_at is null`,
      )}
    )`;

/**
 * Every record of the member, also what is hidden just now: it must not come back as new. Many
 * thousands are marked in portions, each for itself, so that nobody who tells the member of
 * something has to wait for all of them; what is told meanwhile stays unread.
 */
export async function markAllRead(member: Member): Promise<void> {
  const [start] = await db.execute<{ at: string }>(sql`select ${now()}::text as at`);
  const portion = sql`
    select n.id
    from notifications n
    where n.recipient_id = ${member.id}
      and n.read_at is null
      and n.updated_at <= ${start!.at}::timestamptz
    limit ${mostListed}`;
  for (;;) {
    const marked = await db.execute(sql`
      with portion as materialized (${portion}),
        locked as materialized (
          select n.id
          from notifications n
          where n.id in (select id from portion)
          order by n.id
          for update
        )
      update notifications told
      set read_at = ${now()}
      from locked
      where told.id = locked.id
      returning 1`);
    if (marked.length < mostListed) return;
  }
}

export async function markRead(member: Member, id: number): Promise<void> {
  const [row] = await db.execute(sql`
    update notifications told
    set read_at = coalesce(told.read_at, ${now()})
    where told.id = ${id} and ${mine(member)}
    returning 1`);
  if (!row) throw notFound();
}

/** If the same has been told since, that is unread already, and this record joins it. */
export async function markUnread(member: Member, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ groupKey: string; isRead: boolean }>(sql`
      select told.group_key as "groupKey", told.read_at is not null as "isRead"
      from notifications told
      where told.id = ${id} and ${mine(member)}
      for update`);
    if (!row) throw notFound();
    if (!row.isRead) return;
    // Held until the end: nobody starts another one of this group meanwhile.
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
          select newer.id, did.actor_id, did.source_type, did.source_id, did.parent_author_id,
            did.occurred_at, did.withdrawn_at
          from newer, notification_actors did
          where did.notification_id = ${id}
          on conflict
          do nothing
        ),
        gone as (delete from notifications where id = ${id} and exists (select from newer))
      update notifications
      set read_at = null
      where id = ${id} and not exists (select from newer)`);
  });
}

/** All of them or none: an id that is not the member's is not found. */
export async function deleteNotifications(member: Member, ids: number[]): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.execute(sql`
      update notifications told
      set deleted_at = ${now()}, read_at = coalesce(told.read_at, ${now()})
      where told.id in (${inOrder(member, sql`n.id = any (${sql.param(ids)}::bigint[])`)})
        and ${mine(member)}
      returning 1`);
    if (gone.length < ids.length) throw notFound();
  });
}
