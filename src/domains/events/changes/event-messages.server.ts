import type { SQL } from 'drizzle-orm';
import { mailGuests, type GuestMailAbout } from '#domains/containers/answers/guest-mails.server.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import { lockAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { EventKey } from '#domains/events/event-rows.server.ts';
import type { MessageAudience } from '#domains/events/events.rules.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { visitor, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';

/** Answers `a` of an audience; who waits for a place wants to come. */
export const isInAudience = (audience: MessageAudience): SQL =>
  audience === 'coming'
    ? sql`a.answer in ('going', 'maybe')`
    : sql`a.answer = ${audience} and a.queue_no is null`;

/**
 * Selects `item_id` and `member_id` of members whom a change of these events concerns: who come, and who
 * are asked again since their answer has ended.
 */
export const concernedMembers = (eventIds: SQL): SQL => sql`
  select a.item_id, a.member_id
  from container_answers a
  where a.type = 'event' and a.item_id = any (${eventIds}) and ${isInAudience('coming')}
  union all
  select asked.event_id, asked.member_id
  from event_reconfirmations asked
  join events i on i.id = asked.event_id
  join memberships ms on ms.type = 'event'
    and ms.id = i.wall_id
    and ms.member_id = asked.member_id
    and ms.state = 'member'
  where asked.event_id = any (${eventIds})
    and not exists (
      select from container_answers a
      where a.type = 'event' and a.item_id = asked.event_id and a.member_id = asked.member_id
    )`;

/** Changes of which guests by mail get a mail. */
const mailed = new Map<NotificationType, GuestMailAbout>([
  ['event_moved', 'moved'],
  ['event_asks', 'movedFar'],
  ['event_postponed', 'postponed'],
  ['event_cancelled', 'cancelled'],
]);

interface GuestMessage {
  type: NotificationType;
  /** Texts by the numbers of events of one wall. */
  bodies: Map<number, string>;
  audience?: MessageAudience;
  /** The host who writes, by mail while visitors read the event; absent: the site says what has changed. */
  author?: Member;
  /** The member who made the change, who is not notified. */
  actorId: number;
  /** Guests by mail get another mail of it. */
  isMailedApart?: boolean;
}

/**
 * Notifies the guests of events, in the transaction of the change; the notice quotes the text. Whoever
 * answered several gets one, about the first of them. Returns how many were notified.
 */
export async function notifyGuests(
  tx: Tx,
  wallId: number,
  { type, bodies, audience = 'coming', author, actorId, isMailedApart }: GuestMessage,
): Promise<number> {
  const eventIds = [...bodies.keys()];
  const guests = author
    ? sql`
      select a.item_id, a.member_id
      from container_answers a
      where a.type = 'event'
        and a.item_id = any (${sql.param(eventIds)}::bigint[])
        and ${isInAudience(audience)}`
    : concernedMembers(sql`${sql.param(eventIds)}::bigint[]`);
  const recipients = sql`
    select distinct on (guest.member_id) guest.member_id, ${type}::text, 'event', guest.item_id, 1,
      'event_message', message.id
    from inserted_message message
    join events i on i.id = message.event_id
    join guest on guest.item_id = i.id
    where guest.member_id <> ${actorId}
    order by guest.member_id, i.starts_at`;
  const [row] = await tx.execute<{ count: number }>(sql`
    with guest as materialized (${guests}),
      inserted_message as (
      insert into event_messages (event_id, author_id, audience, body, created_at)
      select given.event_id, ${author?.id ?? null}::bigint, ${audience}, given.body, ${now()}
      from unnest(
        ${sql.param([...bodies.keys()])}::bigint[],
        ${sql.param([...bodies.values()])}::text[]
      ) given (event_id, body)
      where exists (
        select from guest
        where guest.item_id = given.event_id and guest.member_id is distinct from ${actorId}
      )
      returning id, event_id
    ),
    ${notificationCtes(author ?? viewerFromColumn(sql`0::bigint`), recipients, {
      isFromSite: !author,
      isSeparate: true,
      context: sql`select 'event', ${wallId}::bigint`,
    })}
    select count(*)::int as count from inserted_notification`);
  const about = mailed.get(type);
  // Mails of what does not take place have its reason from the event.
  const isAboutTime = about === 'moved' || about === 'movedFar';
  const mailTexts = isAboutTime ? bodies : new Map(eventIds.map((id) => [id, '']));
  if (about && !isMailedApart) await mailGuests(tx, 'event', mailTexts, about);
  if (!author) return row!.count;
  const messages = new Map(
    [...bodies].map(([id, body]) => [id, `${author.displayname}: ${body}`] as const),
  );
  const isReader = sql`
    ${isInAudience(audience)} and exists (
      select from containers c
      where c.type = 'event' and c.id = ${wallId} and ${readableContainer(visitor, sql`c`)}
    )`;
  return row!.count + (await mailGuests(tx, 'event', messages, 'message', isReader));
}

/**
 * Writes to the guests of an event with that answer, as a host, three times a day, of a series about
 * whichever dates: once for each request, also if it is sent twice. Returns how many were notified.
 */
export const messageGuests = (
  member: Member,
  { id: wallId, itemId: eventId }: EventKey,
  { audience, body }: { audience: MessageAudience; body: string },
  creation: Creation,
): Promise<{ notified: number }> =>
  retryOnDeadlock(() =>
    withIdempotencyKey(creation, async (tx) => {
      const { container } = await lockAsEditor(tx, member, { type: 'event', id: wallId });
      await consumeIn(tx, ['eventMessage', wallId]);
      await writeAuditEntry(tx, container, member.id, { action: 'message_guests' });
      const notified = await notifyGuests(tx, wallId, {
        type: 'event_message',
        bodies: new Map([[eventId, body]]),
        audience,
        author: member,
        actorId: member.id,
      });
      return { notified };
    }),
  );

/** Withdraws reminders of events that take place at another time, or not at all. */
export const withdrawReminders = (tx: Tx, eventIds: number[]) =>
  tx.execute(sql`
    delete from notifications
    where type = 'event_reminder'
      and subject_type = 'event'
      and subject_id = any (${sql.param(eventIds)}::bigint[])
      and read_at is null`);

/**
 * Selects the text of a message, for notices: '' for a guest who may not read the event any more. That
 * of a deleted event is about who gets it.
 */
export const messageBody = (viewer: SqlViewer, id: SQL): SQL => sql`
  select case
    when message.event_id is null or ${readableContainer(viewer, sql`quoted`)} then message.body
    else ''
  end
  from event_messages message
  left join events i on i.id = message.event_id
  left join containers quoted on quoted.type = 'event' and quoted.id = i.wall_id
  where message.id = ${id}`;

/** Texts of deleted events are deleted about as long after them as notices that were read. */
const deletedDays = 180;

export const pruneDeletedMessages = async (): Promise<void> => {
  await db.execute(sql`
    delete from event_messages
    where event_id is null and created_at < ${now()} - make_interval(days => ${deletedDays})`);
};
