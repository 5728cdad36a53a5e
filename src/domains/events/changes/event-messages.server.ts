import type { SQL } from 'drizzle-orm';
import { mailGuests } from '#domains/containers/answers/guest-mails.server.ts';
import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { EventKey } from '#domains/events/event-rows.server.ts';
import type { MessageAudience } from '#domains/events/events.rules.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';

/** Answers `a` of an audience; who waits for a place wants to come. */
export const isInAudience = (audience: MessageAudience): SQL =>
  audience === 'coming'
    ? sql`a.answer in ('going', 'maybe')`
    : sql`a.answer = ${audience} and a.queue_no is null`;

/** Changes of which guests by mail get a mail. */
const mailed = new Map<NotificationType, 'moved' | 'postponed' | 'cancelled'>([
  ['event_moved', 'moved'],
  ['event_asks', 'moved'],
  ['event_postponed', 'postponed'],
  ['event_cancelled', 'cancelled'],
]);

interface GuestMessage {
  type: NotificationType;
  /** Texts by the numbers of events of one wall. */
  bodies: Map<number, string>;
  audience?: MessageAudience;
  /** The host who writes; absent: the site says what has changed. */
  author?: Member;
  /** The member who made the change, who is not notified. */
  actorId: number;
}

/**
 * Notifies the guests of events, in the transaction of the change; the notice quotes the text. Whoever
 * answered several gets one, about the first of them. Returns how many were notified.
 */
export async function notifyGuests(
  tx: Tx,
  wallId: number,
  { type, bodies, audience = 'coming', author, actorId }: GuestMessage,
): Promise<number> {
  const recipients = sql`
    select distinct on (a.member_id) a.member_id, ${type}::text, 'event', a.item_id, 1,
      'event_message', message.id
    from inserted_message message
    join events i on i.id = message.event_id
    join container_answers a on a.type = 'event' and a.item_id = i.id
    where ${isInAudience(audience)}
      and a.member_id <> ${actorId}
    order by a.member_id, i.starts_at`;
  const [row] = await tx.execute<{ count: number }>(sql`
    with inserted_message as (
      insert into event_messages (event_id, author_id, audience, body, created_at)
      select given.event_id, ${author?.id ?? null}::bigint, ${audience}, given.body, ${now()}
      from unnest(
        ${sql.param([...bodies.keys()])}::bigint[],
        ${sql.param([...bodies.values()])}::text[]
      ) given (event_id, body)
      where exists (
        select from container_answers a
        where a.type = 'event'
          and a.item_id = given.event_id
          and ${isInAudience(audience)}
          and a.member_id is distinct from ${actorId}
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
  const eventIds = [...bodies.keys()];
  if (about) await mailGuests(tx, 'event', eventIds, { about });
  if (!author) return row!.count;
  const text = `${author.displayname}: ${[...bodies.values()][0]!}`;
  const message = { about: 'message' as const, text };
  return row!.count + (await mailGuests(tx, 'event', eventIds, message, isInAudience(audience)));
}

/** Writes to the guests of an event with that answer, as a host, three times a day. Returns how many. */
export const messageGuests = (
  member: Member,
  { id: wallId, itemId: eventId }: EventKey,
  { audience, body }: { audience: MessageAudience; body: string },
): Promise<number> =>
  changeAsEditor(member, { type: 'event', id: wallId }, async ({ tx, container }) => {
    await consumeIn(tx, ['eventMessage', eventId]);
    await writeAuditEntry(tx, container, member.id, { action: 'message_guests' });
    return notifyGuests(tx, wallId, {
      type: 'event_message',
      bodies: new Map([[eventId, body]]),
      audience,
      author: member,
      actorId: member.id,
    });
  });

/** Withdraws reminders of events that take place at another time, or not at all. */
export const withdrawReminders = (tx: Tx, eventIds: number[]) =>
  tx.execute(sql`
    delete from notifications
    where type = 'event_reminder'
      and subject_type = 'event'
      and subject_id = any (${sql.param(eventIds)}::bigint[])
      and read_at is null`);

/** Selects the text of a message, for notices. */
export const messageBody = (id: SQL): SQL =>
  sql`select message.body from event_messages message where message.id = ${id}`;
