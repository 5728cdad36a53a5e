import { sql, type SQL } from 'drizzle-orm';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { countUnread } from './inbox.server.ts';
import { typingSeconds } from './messages.rules.ts';
import type { UnreadCount } from './messages.schema.ts';
import { ownConversations, readTold, tellsReading, tellsTyping } from './visibility.server.ts';

// What a participant changes about a conversation for themselves.

/**
 * Tells the open streams of those other participants `o` of the conversation `cm` to whom that may
 * be told.
 */
const tellOthers = (member: Member, what: 'marks' | 'typing', condition: SQL): SQL => sql`
  (
    select count(pg_notify('live', ${`${what}:`} || o.member_id || ':' || o.conversation_id))
    from conversation_members o
    where o.conversation_id = cm.conversation_id
      and o.member_id <> ${member.id}
      and o.left_after is null
      and o.last_message_id > o.deleted_up_to
      and ${condition}
  )`;

/**
 * Removes conversations from the member's lists; a new message brings them back without what was
 * before. Gone for good when nobody has them.
 * @param upTo the newest message that the member saw: a conversation with something newer stays,
 * with that; 0 for all
 */
export async function deleteConversations(member: Member, ids: number[], upTo = 0): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await tx.execute<{ id: number }>(sql`
      select c.id
      from conversations c
      join conversation_members cm on cm.conversation_id = c.id
      where c.id = any (${sql.param(ids)}::bigint[]) and ${ownConversations(member)}
      order by c.id
      for update of c`);
    if (!held.length) throw notFound();
    const mine = sql.param(held.map(({ id }) => id));
    const seen = upTo ? sql`least(cm.last_message_id, ${upTo}::bigint)` : sql`cm.last_message_id`;
    await tx.execute(sql`
      with deleted as (
        update conversation_members cm
        set deleted_up_to = greatest(cm.deleted_up_to, ${seen}),
          read_up_to = greatest(cm.read_up_to, ${seen}), is_marked_unread = false
        where cm.member_id = ${member.id} and cm.conversation_id = any (${mine}::bigint[])
        returning cm.*
      ),
        ${readTold(
          member,
          sql`
        select cm.conversation_id from deleted cm where cm.last_message_id <= cm.deleted_up_to`,
        )}
      select 1`);
    await tx.execute(sql`
      delete from conversations c
      where c.id = any (${mine}::bigint[])
        and not exists (
          select from conversation_members cm
          where cm.conversation_id = c.id and cm.last_message_id > cm.deleted_up_to
        )`);
  });
}

export interface Mark {
  /** A conversation's id; only where the member has no such conversation, a message's. */
  id: number;
  isRead: boolean;
  /** Read as far as this message; 0 for all. */
  upTo?: number;
}

/**
 * Marks a conversation for the member. Marking it unread changes nothing of what others were told
 * before.
 */
export async function markConversation(
  member: Member,
  { id, isRead, upTo = 0 }: Mark,
): Promise<UnreadCount> {
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
            where cm.conversation_id = ${id} and ${ownConversations(member)}
          ),
          (select m.conversation_id from messages m where m.id = ${id})
        )
      returning cm.*
    )${
      isRead
        ? sql`
        ,
        ${readTold(
          member,
          sql`
        select cm.conversation_id from cm where cm.last_received_id <= cm.read_up_to`,
        )}`
        : sql``
    }
    select
      ${isRead ? tellOthers(member, 'marks', tellsReading(member, 'cm', sql`o.member_id`)) : sql`0`}
    from cm`);
  if (!marked.length) throw notFound();
  return { getUnreadMessageCount: await countUnread(member) };
}

/** A request of strangers moves to the inbox. */
export async function acceptConversation(member: Member, id: number): Promise<void> {
  const accepted = await db.execute(sql`
    update conversation_members cm
    set is_request = false
    where cm.conversation_id = ${id} and ${ownConversations(member)}
    returning 1`);
  if (!accepted.length) throw notFound();
}

/**
 * Out of a conversation with several others: what comes after is not the member's to see. With one
 * other there is only deleting.
 */
export async function leaveConversation(member: Member, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [part] = await tx.execute<{ others: number }>(sql`
      select (
        select count(*)::int
        from conversation_members o
        where o.conversation_id = c.id and o.member_id <> ${member.id}
      ) as others
      from conversations c
      join conversation_members cm on cm.conversation_id = c.id
      where c.id = ${id} and ${ownConversations(member)}
      for update of c`);
    if (!part) throw notFound();
    if (part.others < 2) throw forbidden('Only conversations with several people can be left.');
    await tx.execute(sql`
      update conversation_members cm
      set left_after = (
        select max(m.id) from messages m where m.conversation_id = cm.conversation_id
      )
      where cm.conversation_id = ${id} and cm.member_id = ${member.id} and cm.left_after is null`);
  });
}

/** The others see for a few seconds that the member is writing, if the member lets them. */
export async function announceTyping(member: Member, id: number): Promise<void> {
  const said = await db.execute(sql`
    with cm as (
      update conversation_members cm
      set typing_until = ${now()} + ${typingSeconds} * interval '1 second'
      where cm.conversation_id = ${id} and ${ownConversations(member)} and cm.left_after is null
      returning cm.*
    )
    select ${tellOthers(member, 'typing', tellsTyping(member, 'cm', sql`o.member_id`))}
    from cm`);
  if (!said.length) throw notFound();
}
