import { sql, type SQL } from 'drizzle-orm';
import { viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { visibleContext } from '#server/subjects.ts';
import { enqueueDelivery, joinPreferences } from './notification-preferences.server.ts';

interface TellOptions {
  place?: SQL;
  /** The place is written by this very statement, and everybody told may see it. */
  isNew?: boolean;
  /** Whose words the act answers, if anybody's: as `bigint`. */
  via?: SQL;
  /** The site tells the actor of what it has done for them. */
  isToActor?: boolean;
  /**
   * The site itself speaks: each recipient is the actor of their own record, and nobody else is
   * named and no place is needed.
   */
  isFromSite?: boolean;
  /** Condition over `told`: it is in the list, but no mail and no push is sent of it. */
  isQuiet?: SQL;
}

/**
 * CTEs that tell members of what `actor` has just done, to be written into the statement that does
 * it: `with …, ${tell(…)} select …`. Nobody is told of their own doing, across a block, twice of
 * the same, or of what they do not want to know. Of several reasons to tell somebody the one with
 * the lowest `rank` counts, so each statement writes one row per recipient, in the order of their
 * ids: two such statements never wait in a circle.
 * @param deeds selects, in this order: recipient, type, type and id of what it is about, rank, type
 * and id of the act ('' and 0 where it is no item)
 * @param options.place selects type and id of the place where it is seen (server/subjects.ts);
 * absent: what it is about, a member
 */
export function notificationCtes(
  actor: Member,
  deeds: SQL,
  { place, isNew = false, via, isToActor = false, isFromSite = false, isQuiet }: TellOptions = {},
): SQL {
  const actorOf = (recipientId: SQL) => (isFromSite ? recipientId : sql`${actor.id}`);
  const isForOthers = isFromSite || isToActor ? sql`true` : sql`told.recipient_id <> ${actor.id}`;
  const reaches = isFromSite ? sql`true` : visibleAuthor(actor, sql`told.recipient_id`);
  const recipient = viewerFromColumn(sql`told.recipient_id`);
  const seesPlace =
    !place || isNew || isFromSite
      ? sql`true`
      : visibleContext(recipient, sql`told_place.place_type`, sql`told_place.place_id`);
  const reachesVia = via
    ? sql`(told_via.via_id is null or ${visibleAuthor(recipient, sql`told_via.via_id`)})`
    : sql`true`;
  const isKnown = sql`
    known.recipient_id = telling.recipient_id and known.group_key = telling.group_key`;
  const isSame = sql`
    did.notification_id = known.id
      and did.actor_id = ${actorOf(sql`
    telling.recipient_id`)}
      and did.act_type = telling.act_type
      and did.act_id = telling.act_id`;
  return sql`
    told_place as materialized (
      select named.place_type, named.place_id
      from (
        ${
          place ??
          sql`
      select 'user', ${isFromSite ? 0 : actor.id}::bigint`
        }
      ) named (place_type, place_id)
    ),
    told_via as materialized (select ${via ?? sql`null`}::bigint as via_id),
    telling as materialized (
      select told.*,
        ${
          isQuiet
            ? sql`
        case when not told.is_quiet then wish.pace end as pace,
        wish.is_pushed and not told.is_quiet as is_pushed, wish.timezone`
            : sql`wish.*`
        },
        told.type || ':' || told.about_type || ':' || told.about_id as group_key
      from (
        select distinct on (told.recipient_id) told.*, told_place.*,
          told_via.* ${isQuiet ? sql`, ${isQuiet} as is_quiet` : sql``}
        from (${deeds}) told (recipient_id, type, about_type, about_id, rank, act_type, act_id),
          told_place, told_via
        where ${isForOthers} and ${reaches} and ${seesPlace} and ${reachesVia}
        order by told.recipient_id, told.rank
      ) told ${joinPreferences()}
    ),
    told_again as (
      update notification_actors did
      set withdrawn_at = null
      from telling, notifications known
      where ${isKnown} and ${isSame} and did.withdrawn_at is not null
    ),
    told as (
      insert into notifications (
        recipient_id, type, about_type, about_id, place_type, place_id, group_key, created_at,
        updated_at, mail_as, is_push_due
      )
      select telling.recipient_id, telling.type, telling.about_type, telling.about_id,
        telling.place_type, telling.place_id, telling.group_key, ${now()}, ${now()}, telling.pace,
        telling.is_pushed
      from telling
      where not exists (
        select from notifications known join notification_actors did on ${isSame} where ${isKnown}
      )
      order by telling.recipient_id
        -- One mail for what is unread, however many join it; a push for each who says something.
      on conflict (recipient_id, group_key)
      where read_at is null
      do update set updated_at = excluded.updated_at, is_push_due = notifications.is_push_due
        or (excluded.is_push_due and notifications.type <> 'liked')
      returning id, recipient_id, mail_as, is_push_due
    ),
    ${enqueueDelivery()},
    told_by as (
      insert into notification_actors (
        notification_id, actor_id, act_type, act_id, via_id, acted_at
      )
      select told.id, ${actorOf(sql`recipient_id`)}, telling.act_type, telling.act_id,
        telling.via_id, ${now()}
      from told
      join telling using (recipient_id)
      on conflict (notification_id, actor_id, act_type, act_id)
      do update set withdrawn_at = null, acted_at = excluded.acted_at
    )`;
}

/**
 * A CTE that takes back what `actor` has told of: done again, it is not told again. @param undone
 * selects `type`, `about_type`, `about_id`
 */
export const withdrawNotificationCte = (actor: Member, undone: SQL): SQL => sql`
  taken_back as (
    update notification_actors did
    set withdrawn_at = ${now()}
    from (${undone}) undone, notifications known
    where known.about_type = undone.about_type
      and known.about_id = undone.about_id
      and known.type = undone.type
      and did.notification_id = known.id
      and did.actor_id = ${actor.id}
  )`;
