import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import { composedOnce, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { readVisibleItems } from '#domains/policy/visible-items.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { bodyOf, cardOf, containerOf } from '#server/subjects.ts';
import { typesWithoutActor } from './notices.server.ts';
import type { Notification, NotificationList } from './notifications.schema.ts';
import { notificationView, type NotificationRow } from './notifications.views.server.ts';

/** Limit of the list, and of all counts. */
export const maxListed = 1_000;

/** Each share is asked for; of more than these a notification names and counts some. */
const maxShares = 100;

/**
 * Condition on an `actor` of `notification`: not withdrawn, and the member sees both the actor and
 * the author of the parent comment.
 */
const isCounted = (member: SqlMember): SQL => sql`
  (
    actor.notification_id = notification.id
    and actor.withdrawn_at is null
    and ${visibleAuthor(member, sql`actor.actor_id`)}
    and (actor.parent_author_id is null or ${visibleAuthor(member, sql`actor.parent_author_id`)})
  )`;

/** A notification of the member that somebody counts for, before its items are asked for. */
interface Candidate {
  id: number;
  type: string;
  contextType: string;
  contextId: number;
  /** Posts by which others shared it, up to `maxShares`; null for those that are about no share. */
  shareIds: number[] | null;
}

/**
 * Selects candidates, newest first, and no more than the limit of the list, however many there are.
 * @param condition on `notification`, for which there is an index
 */
const selectCandidates = (member: SqlMember, condition: SQL): SQL => sql`
  select notification.id, notification.type, notification.context_type as "contextType",
    notification.context_id as "contextId", counted.share_ids as "shareIds"
  from (
    select *
    from notifications notification
    where notification.recipient_id = ${member.id}
      and ${condition}
    order by notification.updated_at desc, notification.id desc
    limit ${maxListed}
  ) notification
  cross join lateral (
    select case
        when notification.type = 'shared' then array_agg(actor.source_id)
      end as share_ids
    from (
      select actor.source_id
      from notification_actors actor
      where ${isCounted(member)}
      limit case when notification.type = 'shared' then ${sql.raw(String(maxShares))} else 1 end
    ) actor
    having count(*) > 0
  ) counted
  order by notification.updated_at desc, notification.id desc`;

const isUnread = sql`notification.read_at is null`;
const isNotDeleted = sql`notification.deleted_at is null`;

const unreadCandidates = composedOnce((member) => selectCandidates(member, isUnread));
const allCandidates = composedOnce((member) => selectCandidates(member, isNotDeleted));

/** Selects the unread candidates as JSON, for `countVisible`. */
export const unreadCandidatesJson = (member: SqlMember): SQL =>
  sql`(select json_agg(candidate) from (${selectCandidates(member, isUnread)}) candidate)`;

const readCandidates = (statement: SQL) =>
  db.execute<Candidate & Record<string, unknown>>(statement);

/**
 * A notification is visible with its context, and one about shares with at least one of these.
 * Asks the domain of each type once, for all lists together.
 */
async function keepVisible(
  member: SqlMember,
  ...lists: Candidate[][]
): Promise<{ lists: Candidate[][]; shareIds: number[] }> {
  const sharesOf = ({ shareIds }: Candidate) =>
    (shareIds ?? []).map((id) => ({ type: 'post', id }));
  const contextOf = ({ contextType: type, contextId: id }: Candidate) => ({ type, id });
  const all = lists.flat();
  const isVisible = await readVisibleItems(member, [
    ...all.map(contextOf),
    ...all.flatMap(sharesOf),
  ]);
  return {
    lists: lists.map((list) =>
      list.filter(
        (one) =>
          isVisible(contextOf(one)) && (one.shareIds === null || sharesOf(one).some(isVisible)),
      ),
    ),
    shareIds: all
      .flatMap(sharesOf)
      .filter(isVisible)
      .map(({ id }) => id),
  };
}

/** @param candidates as `unreadCandidatesJson` selects them */
export async function countVisible(
  member: SqlMember,
  candidates: Candidate[] | null,
): Promise<number> {
  if (!candidates?.length) return 0;
  const { lists } = await keepVisible(member, candidates);
  return lists[0]!.length;
}

/** Those of the member's own notifications that are not deleted and visible to them. */
export async function visibleIds(member: SqlMember, ids: number[]): Promise<number[]> {
  const candidates = await readCandidates(
    selectCandidates(
      member,
      sql`${isNotDeleted} and notification.id = any (${sql.param(ids)}::bigint[])`,
    ),
  );
  const { lists } = await keepVisible(member, candidates);
  return lists[0]!.map(({ id }) => id);
}

/**
 * Rows for the views.
 * @param ids of visible notifications
 * @param shareIds the posts among their sources that the member sees
 */
const selectRows = composedOnce(
  (member, ids: SQL, shareIds: SQL) => sql`
    with notification as materialized (
      select notification.*
      from notifications notification
      where notification.id = any (${ids}::bigint[])
    ),
      visible as materialized (
        select notification.*, summary.count, summary.source_type, summary.source_id, summary.newest
        from notification
        cross join lateral (
          select count(*)::int as count, (array_agg(each.source_type))[1] as source_type,
            (array_agg(each.source_id))[1] as source_id,
            (array_agg(each.actor_id))[1:2] as newest
          from (
            select actor.actor_id,
              (
                array_agg(actor.source_type order by actor.occurred_at desc, actor.source_id desc)
              )[1] as source_type,
              (
                array_agg(actor.source_id order by actor.occurred_at desc, actor.source_id desc)
              )[1] as source_id
            from notification_actors actor
            where ${isCounted(member)}
              and (notification.type <> 'shared' or actor.source_id = any (${shareIds}::bigint[]))
            group by actor.actor_id
            order by max(actor.occurred_at) desc, actor.actor_id desc
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

async function readRows(
  member: Member,
  visible: Candidate[],
  shareIds: number[],
  origin: string,
): Promise<Notification[]> {
  if (!visible.length) return [];
  const ids = visible.map(({ id }) => id);
  const rows = await db.execute<NotificationRow & Record<string, unknown>>(
    selectRows(member, sql.param(ids), sql.param(shareIds)),
  );
  // The last actor may have withdrawn since it was found.
  return rows.filter(({ count }) => count).map((row) => notificationView(row, member, origin));
}

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
  const candidates = await Promise.all([
    readCandidates(unreadCandidates(member)),
    ...(isUnread ? [] : [readCandidates(allCandidates(member))]),
  ]);
  const { lists, shareIds } = await keepVisible(member, ...candidates);
  const [unread, listed = unread] = lists;
  const shown = listed!.slice((page - 1) * limit, page * limit);
  return {
    recentUpdates: await readRows(member, shown, shareIds, origin),
    notificationsCount: unread!.length,
    recentUpdateTotalItemCount: listed!.length,
    myRequests: [],
    requestTotalItemCount: 0,
    page,
  };
}

/**
 * The member's unread notifications that match, newest first, and the posts among their sources.
 * @param matches condition on `notification`
 */
async function readUnread(member: SqlMember, matches: SQL, limit: number) {
  const candidates = await readCandidates(
    selectCandidates(member, sql`${isUnread} and ${isNotDeleted} and ${matches}`),
  );
  const { lists, shareIds } = await keepVisible(member, candidates);
  return { visible: lists[0]!.slice(0, limit), shareIds };
}

/**
 * The member's unread notifications that match, newest first, for pushes.
 * @param matches condition on `notification`
 */
export async function listUnreadIds(
  member: SqlMember,
  matches: SQL,
  limit: number,
): Promise<Array<{ id: number; type: string }>> {
  const { visible } = await readUnread(member, matches, limit);
  return visible.map(({ id, type }) => ({ id, type }));
}

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
  const { visible, shareIds } = await readUnread(member, matches, limit);
  return readRows(member, visible, shareIds, origin);
}
