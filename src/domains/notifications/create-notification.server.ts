import type { SQL } from 'drizzle-orm';
import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { visibleContext } from '#server/subjects.ts';
import {
  enqueueDelivery,
  joinPreferences,
  type NotifyScope,
} from './notification-preferences.server.ts';

export interface NotifyOptions extends NotifyScope {
  /**
   * Selects type and id of the context in which the item is seen (server/subjects.ts). Default: the
   * actor, for notifications about a member.
   */
  context?: SQL;
  /**
   * A condition: whether that recipient may see the context of these columns; absent: by its type,
   * as `visibleContext`.
   */
  isSeen?: (recipient: SqlMember, context: Record<'type' | 'id', SQL>) => SQL;
  /** The context is written by this very statement, and every recipient may see it. */
  isNew?: boolean;
  /** The action is written by this very statement, so nobody was notified of it. */
  isFirst?: boolean;
  /** The id of the member whose words the action answers, as `bigint`. */
  via?: SQL;
  /** The recipient is the actor, such as with a welcome. */
  isToActor?: boolean;
  /**
   * The site is the sender: each recipient is recorded as the actor of their own notification, and
   * no context is needed.
   */
  isFromSite?: boolean;
  /** Each action is a notification of its own, with a mail of its own. */
  isSeparate?: boolean;
  /** Condition over `candidate`: listed, but neither mailed nor pushed. */
  isQuiet?: SQL;
}

/**
 * Selects the source of something that may happen again and then notifies again, such as an offer:
 * what one transaction writes is one occasion.
 */
export const newOccasion = (): SQL => occasionAt(now());

/** As `newOccasion`, by a time that is stored: written twice, it notifies once. */
export const occasionAt = (time: SQL): SQL =>
  sql`'occasion', (extract(epoch from ${time}) * 1000000)::bigint`;

const contextColumns = {
  type: sql`notification_context.context_type`,
  id: sql`notification_context.context_id`,
};

/**
 * CTEs that create notifications, for the statement that performs the action:
 * `with …, ${notificationCtes(…)} select …`.
 *
 * Skips the actor, blocked members, duplicates and disabled types. If a member qualifies for
 * several reasons the lowest `rank` wins. Writes one row per recipient in the order of their ids,
 * so that two such statements never deadlock.
 * @param recipients selects, in this order: recipient id, notification type, type and id of the
 * item it is about, rank, type and id of the action ('' and 0 where it is no item and notifies only
 * once; `newOccasion`)
 */
export function notificationCtes(
  actor: SqlMember,
  recipients: SQL,
  {
    context,
    contextTypes,
    isSeen,
    isNew = false,
    isFirst = false,
    via,
    isToActor = false,
    isFromSite = false,
    isSeparate = false,
    isQuiet,
    types,
    isOutside = false,
  }: NotifyOptions = {},
): SQL {
  const actorFor = (recipientId: SQL) => (isFromSite ? recipientId : sql`${actor.id}`);
  const recipient = viewerFromColumn(sql`candidate.recipient_id`);
  const conditions = [
    ...(isFromSite || isToActor ? [] : [sql`candidate.recipient_id <> ${actor.id}`]),
    ...(context && !isNew
      ? [
          isSeen?.(recipient, contextColumns) ??
            visibleContext(
              recipient,
              contextColumns.type,
              contextColumns.id,
              (type) => !contextTypes || contextTypes.includes(type),
            ),
        ]
      : []),
    ...(via
      ? [
          sql`(notification_via.parent_author_id is null
            or ${visibleAuthor(recipient, sql`notification_via.parent_author_id`)})`,
        ]
      : []),
  ];
  const contexts = sql`
    select context.context_type, context.context_id
    from (
      ${context ?? sql`select 'member', ${isFromSite ? 0 : actor.id}::bigint`}
    ) context (context_type, context_id)`;
  // A located item is found by its key: it may be read for each candidate.
  const isShort = isSeen !== undefined;
  const scope: NotifyScope = { ...(types ? { types } : {}), contextTypes, isOutside };
  const isReachable = isFromSite
    ? sql`true`
    : visibleAuthor(actor, sql`recipient.id`, sql`recipient.status`);
  const preference = joinPreferences(sql`candidate`, scope, isReachable);
  const unlessQuiet = (value: SQL) =>
    isQuiet ? sql`case when not candidate.is_quiet then ${value} end` : value;
  const isSameGroup = sql`existing.recipient_id = new_notification.recipient_id
    and existing.group_key = new_notification.group_key`;
  const isSameAction = sql`action.notification_id = existing.id
    and action.actor_id = ${actorFor(sql`new_notification.recipient_id`)}
    and action.source_type = new_notification.source_type
    and action.source_id = new_notification.source_id`;
  const restored = sql`
    restored_actors as (
      update notification_actors action
      set withdrawn_at = null
      from new_notification, notifications existing
      where ${isSameGroup}
        and ${isSameAction}
        and action.withdrawn_at is not null
    ),`;
  const isUnknown = sql`
    not exists (
      select from notifications existing
      join notification_actors action on ${isSameAction}
      where ${isSameGroup}
    )`;
  const again = sql`
    on conflict (notification_id, actor_id, source_type, source_id)
    do update set withdrawn_at = null, occurred_at = excluded.occurred_at`;
  // One mail for what is unread, however many join it; a push for each new comment or message.
  return sql`
    ${isShort ? sql`` : sql`notification_context as materialized (${contexts}),`}
    ${via ? sql`notification_via as materialized (select ${via} as parent_author_id),` : sql``}
    new_notification as materialized (
      select candidate.*, ${unlessQuiet(sql`preference.frequency`)} as frequency,
        coalesce(${unlessQuiet(sql`preference.is_pushed`)}, false) as is_pushed,
        preference.timezone, candidate.type || ':' || candidate.subject_type || ':' || candidate.subject_id
          ${isSeparate ? sql`|| ':' || candidate.source_id` : sql``} as group_key
      from (
        select distinct on (candidate.recipient_id) candidate.*, notification_context.*
          ${via ? sql`, notification_via.*` : sql``} ${isQuiet ? sql`, ${isQuiet} as is_quiet` : sql``}
        from (${recipients}) candidate (
          recipient_id, type, subject_type, subject_id, rank, source_type, source_id
        ),
          ${isShort ? sql`(${contexts})` : sql``} notification_context
          ${via ? sql`, notification_via` : sql``}
        where ${conditions.length ? sql.join(conditions, sql` and `) : sql`true`}
        order by candidate.recipient_id, candidate.rank
      ) candidate ${preference}
    ),
    ${isFirst ? sql`` : restored}
    inserted_notification as (
      insert into notifications (
        recipient_id, type, subject_type, subject_id, context_type, context_id, group_key,
        created_at, updated_at, email_frequency, is_push_due
      )
      select recipient_id, type, subject_type, subject_id, context_type, context_id, group_key,
        ${now()}, ${now()}, frequency, is_pushed
      from new_notification
      where ${isFirst ? sql`true` : isUnknown}
      order by recipient_id
      on conflict (recipient_id, group_key)
      where read_at is null
      do update set updated_at = excluded.updated_at, is_push_due = notifications.is_push_due
        or (excluded.is_push_due and notifications.type <> 'liked')
      returning id, recipient_id, email_frequency, is_push_due
    ),
    ${enqueueDelivery(sql`inserted_notification`, sql`new_notification`)},
    inserted_actors as (
      insert into notification_actors (
        notification_id, actor_id, source_type, source_id, parent_author_id, occurred_at
      )
      select inserted_notification.id, ${actorFor(sql`recipient_id`)}, new_notification.source_type,
        new_notification.source_id,
        ${via ? sql`new_notification.parent_author_id` : sql`null::bigint`}, ${now()}
      from inserted_notification
      join new_notification using (recipient_id) ${isFirst ? sql`` : again}
    )`;
}

/**
 * A CTE that withdraws notifications of an action that was undone; done again, the action does not
 * notify again.
 * @param undone selects `type`, `subject_type`, `subject_id`
 */
export const withdrawNotificationCte = (actor: SqlMember, undone: SQL): SQL => sql`
  withdrawn_actors as (
    update notification_actors action
    set withdrawn_at = ${now()}
    from (${undone}) undone, notifications existing
    where existing.subject_type = undone.subject_type
      and existing.subject_id = undone.subject_id
      and existing.type = undone.type
      and action.notification_id = existing.id
      and action.actor_id = ${actor.id}
  )`;
