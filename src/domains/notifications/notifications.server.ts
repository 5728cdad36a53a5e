import type { SQL } from 'drizzle-orm';
import { composedOnce, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { bodyOf, containerOf, visibleContext } from '#server/subjects.ts';
import type { Notification, NotificationList } from './notifications.schema.ts';
import { notificationView, type NotificationRow } from './notifications.views.server.ts';

/** Limit of the list, and of all counts. */
export const maxListed = 1_000;

/**
 * Condition on an `actor` of `notification`: not withdrawn, and the member sees both the actor and
 * the author of the parent comment; a share must also be visible as a post of its own.
 */
const isCounted = composedOnce(
  (member) => sql`
  (
    actor.notification_id = notification.id
      and actor.withdrawn_at is null
      and ${visibleAuthor(member, sql`actor.actor_id`)}
      and (actor.parent_author_id is null or ${visibleAuthor(member, sql`actor.parent_author_id`)})
      and (
        notification.type <> 'shared'
          or ${visibleContext(member, sql`actor.source_type`, sql`actor.source_id`)}
      )
  )`,
);

/**
 * Condition on `notification`: the member sees its context, and at least one actor counts
 * (`isCounted`). Evaluated on every read and (`offset 0`) row by row: a plan that first reads all
 * actors to look up a few of them is never better than a bounded scan.
 */
const isVisible = composedOnce(
  (member) => sql`
  (
    (
      notification.context_type = 'member'
        or ${visibleContext(member, sql`notification.context_type`, sql`notification.context_id`)}
    )
    and exists (select from notification_actors actor where ${isCounted(member)} offset 0)
  )`,
);

/** The member's own `notification`, not deleted and visible to them. */
export const ownNotification = (member: SqlMember): SQL =>
  sql`
    (
      notification.recipient_id = ${member.id}
        and notification.deleted_at is null
        and ${isVisible(member)}
    )`;

/**
 * The member's newest notifications, up to the limit of the list: reads no more, however many there
 * are.
 */
const newest = (member: SqlMember, isUnread: boolean): SQL => sql`
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
    limit ${maxListed}
  ) notification`;

const countOf = (isUnread: boolean) =>
  composedOnce(
    (member) =>
      sql`(select count(*)::int from ${newest(member, isUnread)} where ${isVisible(member)})`,
  );
export const countUnreadNotifications = countOf(true);
const countNotifications = countOf(false);

interface Counted extends Record<string, unknown> {
  unread: number;
  total: number;
}

/**
 * Rows for the views.
 * @param listed `from notifications notification where …` with order and limit; names, contexts and
 * texts are looked up only for these
 */
const readRows = (member: Member, listed: SQL) =>
  db.execute<NotificationRow & Record<string, unknown>>(sql`
    with notification as materialized (select notification.* ${listed}),
      visible as materialized (
        select notification.*, summary.count, summary.source_type, summary.source_id, summary.newest
        from notification
        cross join lateral (
          select count(*)::int as count,
            (
              array_agg(each.source_type order by each.at desc, each.actor_id desc)
            )[1] as source_type,
            (array_agg(each.source_id order by each.at desc, each.actor_id desc))[1] as source_id,
            (array_agg(each.actor_id order by each.at desc, each.actor_id desc))[1:2] as newest
          from (
            select actor.actor_id, max(actor.occurred_at) as at,
              (
                array_agg(actor.source_type order by actor.occurred_at desc, actor.source_id desc)
              )[1] as source_type,
              (
                array_agg(actor.source_id order by actor.occurred_at desc, actor.source_id desc)
              )[1] as source_id
            from notification_actors actor
            where ${isCounted(member)}
            group by actor.actor_id
          ) each
        ) summary
      )
    select visible.id, visible.type, visible.subject_type as "subjectType",
      visible.subject_id as "subjectId", visible.read_at is not null as "isRead",
      visible.updated_at::text as "updatedAt", visible.count,
      (
        select json_agg(
          json_build_object(
            'id', m.id, 'displayname', m.displayname, 'username', m.username, 'avatar', m.avatar
          )
          order by array_position(visible.newest, m.id)
        )
        from members m
        where m.id = any (visible.newest)
      ) as actors,
      visible.context_type as "contextType", visible.context_id as "contextId",
      visible.source_type as "sourceType", visible.source_id as "sourceId",
      case
        when visible.type = 'video_processed'
        then ${containerOf(sql`visible.context_type`, sql`visible.context_id`)}
      end as container,
      left(
        coalesce(
          nullif(${bodyOf(sql`visible.source_type`, sql`visible.source_id`)}, ''),
          ${bodyOf(sql`visible.subject_type`, sql`visible.subject_id`)}
        ),
        300
      ) as body
    from visible
    order by visible.updated_at desc, visible.id desc`);

const newestFirst = sql`order by notification.updated_at desc, notification.id desc`;

/** Newest first. Reading the list marks none as read. */
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
        select ${countUnreadNotifications(member)} as unread,
          ${isUnread ? sql`0` : countNotifications(member)} as total`,
    ),
    readRows(
      member,
      sql`
        from ${newest(member, isUnread)}
        where ${isVisible(member)} ${newestFirst}
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

/** From notifications of the member that are unread and match, newest first. */
const unreadThat = (member: SqlMember, matches: SQL, limit: number): SQL => sql`
  from notifications notification
  where ${ownNotification(member)}
    and notification.read_at is null
    and ${matches} ${newestFirst}
  limit ${limit}`;

/**
 * The member's unread notifications that match, newest first, for pushes.
 * @param matches condition on `notification`
 */
export const listUnreadIds = (member: SqlMember, matches: SQL, limit: number) =>
  db.execute<{ id: number; type: string }>(
    sql`select notification.type, notification.id ${unreadThat(member, matches, limit)}`,
  );

/**
 * The same as they are shown, for mails.
 * @param matches condition on `notification`
 */
export async function listUnread(
  member: Member,
  matches: SQL,
  limit: number,
  origin: string,
): Promise<Notification[]> {
  const rows = await readRows(member, unreadThat(member, matches, limit));
  return rows.map((row) => notificationView(row, member, origin));
}
