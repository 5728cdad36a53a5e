import type { SQL } from 'drizzle-orm';
import { countUnread } from '#domains/messages/inbox/inbox.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { typingSeconds } from './messages.rules.ts';
import {
  markNotificationsRead,
  ownConversations,
  showsReceipts,
  showsTyping,
} from './visibility.server.ts';

// Changes a participant makes to a conversation for themselves.

/**
 * Notifies the open streams of those other participants `o` of the conversation `cm` that meet the
 * condition.
 */
const notifyOthers = (member: Member, event: 'marks' | 'typing', condition: SQL): SQL => sql`
  (
    select count(pg_notify('live', ${`${event}:`} || o.member_id || ':' || o.conversation_id))
    from conversation_members o
    where o.conversation_id = cm.conversation_id
      and o.member_id <> ${member.id}
      and o.left_after is null
      and o.last_message_id > o.deleted_up_to
      and ${condition}
  )`;

/**
 * Deletes conversations for the member; a new message brings them back without the older ones.
 * Deletes the rows when no participant is left.
 * @param upTo newest message the member has seen: a conversation with a newer one stays, with that;
 * 0 for all
 */
export async function deleteConversations(member: Member, ids: number[], upTo = 0): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await tx.execute<{ id: number }>(sql`
      select c.id
      from conversations c
      join conversation_members cm on cm.conversation_id = c.id
      where c.id = any (${sql.param(ids)}::bigint[])
        and ${ownConversations(member)}
      order by c.id
      for update of c`);
    if (!locked.length) throw notFound();
    const lockedIds = sql.param(locked.map(({ id }) => id));
    const seen = upTo ? sql`least(cm.last_message_id, ${upTo}::bigint)` : sql`cm.last_message_id`;
    await tx.execute(sql`
      with deleted as (
        update conversation_members cm
        set deleted_up_to = greatest(cm.deleted_up_to, ${seen}),
          read_up_to = greatest(cm.read_up_to, ${seen}), is_marked_unread = false
        where cm.member_id = ${member.id}
          and cm.conversation_id = any (${lockedIds}::bigint[])
        returning cm.*
      ),
        ${markNotificationsRead(
          member,
          sql`
        select cm.conversation_id from deleted cm where cm.last_message_id <= cm.deleted_up_to`,
        )}
      select 1`);
    await tx.execute(sql`
      delete from conversations c
      where c.id = any (${lockedIds}::bigint[])
        and not exists (
          select from conversation_members cm
          where cm.conversation_id = c.id
            and cm.last_message_id > cm.deleted_up_to
        )`);
  });
}

export interface ReadState {
  /** Id of a conversation, or of a message if the member has no such conversation. */
  id: number;
  isRead: boolean;
  /** Marks as read up to this message; 0 for all. */
  upTo?: number;
}

/**
 * Marks a conversation as read or unread for the member. Marking it unread does not retract read
 * receipts. Returns how many are unread then.
 */
export async function markConversation(
  member: Member,
  { id, isRead, upTo = 0 }: ReadState,
): Promise<number> {
  const seen = upTo ? sql`least(cm.last_message_id, ${upTo}::bigint)` : sql`cm.last_message_id`;
  const change = isRead
    ? sql`is_marked_unread = false, read_up_to = greatest(cm.read_up_to, ${seen})`
    : sql`is_marked_unread = true`;
  const marked = await db.execute(sql`
    with cm as (
      update conversation_members cm
      set ${change}
      where ${ownConversations(member)}
        and cm.conversation_id = coalesce(
          (
            select cm.conversation_id
            from conversation_members cm
            where cm.conversation_id = ${id}
              and ${ownConversations(member)}
          ),
          (select m.conversation_id from messages m where m.id = ${id})
        )
      returning cm.*
    )${
      isRead
        ? sql`
        ,
        ${markNotificationsRead(
          member,
          sql`
        select cm.conversation_id from cm where cm.last_received_id <= cm.read_up_to`,
        )}`
        : sql``
    }
    select
      ${isRead ? notifyOthers(member, 'marks', showsReceipts(member, 'cm', sql`o.member_id`)) : sql`0`}
    from cm`);
  if (!marked.length) throw notFound();
  return countUnread(member);
}

/** Moves a request from strangers to the inbox. */
export async function acceptConversation(member: Member, id: number): Promise<void> {
  const accepted = await db.execute(sql`
    update conversation_members cm
    set is_request = false
    where cm.conversation_id = ${id}
      and ${ownConversations(member)}
    returning 1`);
  if (!accepted.length) throw notFound();
}

/**
 * Leaves a conversation with several others: later messages are not visible to the member. With a
 * single other participant it can only be deleted.
 */
export async function leaveConversation(member: Member, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [participant] = await tx.execute<{ others: number }>(sql`
      select (
        select count(*)::int
        from conversation_members o
        where o.conversation_id = c.id
          and o.member_id <> ${member.id}
      ) as others
      from conversations c
      join conversation_members cm on cm.conversation_id = c.id
      where c.id = ${id}
        and ${ownConversations(member)}
      for update of c`);
    if (!participant) throw notFound();
    if (participant.others < 2)
      throw forbidden('You can only leave conversations with several people.');
    await tx.execute(sql`
      update conversation_members cm
      set left_after = (
        select max(m.id) from messages m where m.conversation_id = cm.conversation_id
      )
      where cm.conversation_id = ${id}
        and cm.member_id = ${member.id}
        and cm.left_after is null`);
  });
}

/** Shows the typing indicator to the others for a few seconds, if the member allows it. */
export async function announceTyping(member: Member, id: number): Promise<void> {
  const updated = await db.execute(sql`
    with cm as (
      update conversation_members cm
      set typing_until = ${now()} + ${typingSeconds} * interval '1 second'
      where cm.conversation_id = ${id}
        and ${ownConversations(member)}
        and cm.left_after is null
      returning cm.*
    )
    select ${notifyOthers(member, 'typing', showsTyping(member, 'cm', sql`o.member_id`))}
    from cm`);
  if (!updated.length) throw notFound();
}
