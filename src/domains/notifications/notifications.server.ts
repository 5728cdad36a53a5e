import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import { composedOnce, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { bodyOf, cardOf, containerOf, visibleContext } from '#server/subjects.ts';
import { typesWithoutActor } from './notices.server.ts';
import type { Notification, NotificationList } from './notifications.schema.ts';
import { notificationView, type NotificationRow } from './notifications.views.server.ts';

/** Limit of the list, and of all counts. */
export const maxListed = 1_000;

const isPost = (type: string) => type === 'post';

/**
 * Condition on an `actor` of `notification`: not withdrawn, and the member sees both the actor and
 * the author of the parent comment; a share must also be visible as a post of its own.
 * @param isShare whether all are shares, or none
 */
const isCounted = (member: SqlMember, isShare?: boolean): SQL => {
  const isShareVisible = sql`
    ${visibleContext(member, sql`actor.source_type`, sql`actor.source_id`, isPost)}`;
  return sql`
    (
      actor.notification_id = notification.id
      and actor.withdrawn_at is null
      and ${visibleAuthor(member, sql`actor.actor_id`)}
      and (actor.parent_author_id is null or ${visibleAuthor(member, sql`actor.parent_author_id`)})
      ${isShare === undefined ? sql`and (notification.type <> 'shared' or ${isShareVisible})` : sql``}
      ${isShare === true ? sql`and ${isShareVisible}` : sql``}
    )`;
};

/**
 * Condition on `notification`: the member sees its context, and at least one actor counts
 * (`isCounted`). Evaluated on every read and (`offset 0`) row by row: a plan that first reads all
 * actors to look up a few of them is never better than a bounded scan.
 * @param kind the kind of all of them, for a shorter statement
 */
const isVisible = (member: SqlMember, kind?: Kind): SQL => {
  const isPossible = (type: string) => kind === undefined || kind.isAboutPost === isPost(type);
  const [type, id] = [sql`notification.context_type`, sql`notification.context_id`];
  return sql`
    (
      (${type} = 'member' or ${visibleContext(member, type, id, isPossible)})
      and exists (
        select from notification_actors actor where ${isCounted(member, kind?.isShare)} offset 0
      )
    )`;
};

const isAnyVisible = composedOnce((member) => isVisible(member));
const isAnyCounted = composedOnce((member) => isCounted(member));

/** The member's own `notification`, not deleted and visible to them. */
export const ownNotification = (member: SqlMember): SQL =>
  sql`
    (
      notification.recipient_id = ${member.id}
        and notification.deleted_at is null
        and ${isAnyVisible(member)}
    )`;

type List = 'unread' | 'all';

/**
 * The member's newest notifications, up to the limit of the list: reads no more, however many there
 * are.
 */
const newest = (member: SqlMember, list: List): SQL => sql`
  (
    select *
    from notifications n
    where n.recipient_id = ${member.id}
      and ${list === 'unread' ? sql`n.read_at is null` : sql`n.deleted_at is null`}
    order by n.updated_at desc, n.id desc
    limit ${maxListed}
  ) notification`;

/**
 * Notifications that one statement counts. One for all would have the conditions of every kind of
 * item twice, which cost planning and starting even where there is nothing to count, so only those
 * are asked that the member has.
 */
interface Kind {
  isAboutPost: boolean;
  isShare: boolean;
}
const kinds: Kind[] = [
  { isAboutPost: false, isShare: false },
  { isAboutPost: true, isShare: false },
  { isAboutPost: false, isShare: true },
  { isAboutPost: true, isShare: true },
];
/** The index in `kinds` of a `notification`. */
const kindIndex = sql`
  ((notification.context_type = 'post')::int + 2 * (notification.type = 'shared')::int)`;

/** Selects the kinds that a list has, as an array of their indexes. */
const kindsIn = (member: SqlMember, list: List): SQL =>
  sql`array(select distinct ${kindIndex} from ${newest(member, list)})`;

const countsByKind = kinds.map((kind, index) => {
  const countIn = (list: List) =>
    composedOnce(
      (member) => sql`
        select count(*)::int as count
        from ${newest(member, list)}
        where ${kindIndex} = ${sql.raw(String(index))} and ${isVisible(member, kind)}`,
    );
  return { unread: countIn('unread'), all: countIn('all') };
});

async function countKinds(member: Member, list: List, indexes: number[]): Promise<number> {
  const counts = await Promise.all(
    indexes.map((index) => db.execute<{ count: number }>(countsByKind[index]![list](member))),
  );
  return counts.reduce((sum, [counted]) => sum + counted!.count, 0);
}

/** Selects the kinds of the member's unread notifications, for `countUnread`. */
export const unreadKinds = (member: SqlMember): SQL => kindsIn(member, 'unread');

/** @param indexes as `unreadKinds` has selected them */
export const countUnread = (member: Member, indexes: number[]): Promise<number> =>
  countKinds(member, 'unread', indexes);

/** The number of unread ones and of all; `all` is 0 if only the unread are asked. */
async function countBoth(member: Member, isUnread: boolean): Promise<Record<List, number>> {
  const [found] = await db.execute<Record<List, number[]>>(sql`
    select ${kindsIn(member, 'unread')} as unread,
      ${isUnread ? sql`'{}'::int[]` : kindsIn(member, 'all')} as "all"`);
  const [unread, all] = await Promise.all([
    countKinds(member, 'unread', found!.unread),
    countKinds(member, 'all', found!.all),
  ]);
  return { unread, all };
}

/**
 * Rows for the views.
 * @param listed `from notifications notification where …` with order and limit; names, contexts and
 * texts are looked up only for these
 */
const selectRows = composedOnce(
  (member, listed: SQL) => sql`
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
            where ${isAnyCounted(member)}
            group by actor.actor_id
          ) each
        ) summary
      )
    select visible.id, visible.type, visible.subject_type as "subjectType",
      visible.subject_id as "subjectId", visible.read_at is not null as "isRead",
      visible.updated_at::text as "updatedAt", visible.count,
      (
        select json_agg(
          ${memberCardJson(sql`m`)}
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
      case
        when visible.type = any (${sql.param(typesWithoutActor())}::text[])
        then ${cardOf(sql`visible.subject_type`, sql`visible.subject_id`)}
      end as item,
      left(
        coalesce(
          nullif(${bodyOf(member, sql`visible.source_type`, sql`visible.source_id`)}, ''),
          ${bodyOf(member, sql`visible.subject_type`, sql`visible.subject_id`)}
        ),
        300
      ) as body
    from visible
    order by visible.updated_at desc, visible.id desc`,
);

const readRows = (member: Member, listed: SQL) =>
  db.execute<NotificationRow & Record<string, unknown>>(selectRows(member, listed));

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
  const [counted, rows] = await Promise.all([
    countBoth(member, isUnread),
    readRows(
      member,
      sql`
        from ${newest(member, isUnread ? 'unread' : 'all')}
        where ${isAnyVisible(member)} ${newestFirst}
        limit ${limit}
        offset ${(page - 1) * limit}`,
    ),
  ]);
  return {
    recentUpdates: rows.map((row) => notificationView(row, member, origin)),
    notificationsCount: counted.unread,
    recentUpdateTotalItemCount: isUnread ? counted.unread : counted.all,
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
