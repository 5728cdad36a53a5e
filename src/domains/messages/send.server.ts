import type { PictureRow } from '#domains/media/media.views.server.ts';
import { canReachOthers } from '#domains/messages/conversation/conversation.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { blockedWith } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, httpError, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { attachPhotos } from './photos.server.ts';
import { markNotificationsRead, ownConversations } from './visibility.server.ts';

export interface MessageDraft {
  body: string;
  /** Attached in the same transaction. */
  photos?: PictureRow[];
}

const isUnreachable = () => httpError('blocked', 'You cannot write to this person.');

/**
 * Inserts a message into a conversation locked by this transaction and updates the inbox of every
 * participant it may reach. Returns its id.
 */
async function insertMessage(
  tx: Tx,
  member: Member,
  conversationId: number,
  { body, photos = [] }: MessageDraft,
): Promise<number> {
  const [row] = await tx.execute<{ id: number }>(sql`
    with written as (
      insert into messages (conversation_id, author_id, body, created_at, hidden_from)
      select ${conversationId}, ${member.id}, ${body}, ${now()},
        (
          select array_agg(o.member_id)
          from conversation_members o
          where o.conversation_id = ${conversationId}
            and o.member_id = any (${blockedWith(member)})
        )
      returning id, hidden_from
    ),
      ${attachPhotos(photos)},
      delivered as (
        update conversation_members cm
        set last_sent_id = case when cm.member_id = ${member.id} then w.id else cm.last_sent_id end,
          last_received_id = case
            when cm.member_id = ${member.id} then cm.last_received_id
            else w.id
          end,
          read_up_to = case when cm.member_id = ${member.id} then w.id else cm.read_up_to end,
          is_marked_unread = cm.is_marked_unread
          and cm.member_id <> ${member.id}, is_request = cm.is_request
          and cm.member_id <> ${member.id},
          typing_until = case when cm.member_id = ${member.id} then null else cm.typing_until end
        from written w
        where cm.conversation_id = ${conversationId}
          and cm.left_after is null
          and (w.hidden_from is null or cm.member_id <> all (w.hidden_from))
        returning cm.member_id, cm.is_request
      ),
      ${markNotificationsRead(member, sql`select ${conversationId}::bigint`)},
      ${notificationCtes(
        member,
        sql`
        select delivered.member_id, 'message_new', 'conversation',
          ${conversationId}::bigint, 1, 'message', written.id
        from delivered, written`,
        {
          context: sql`select 'conversation', ${conversationId}::bigint`,
          isNew: true,
          // Messages from strangers notify only in the list until the request is accepted.
          isQuiet: sql`
          exists (
            select from delivered
            where delivered.member_id = candidate.recipient_id
              and delivered.is_request
          )`,
        },
      )}
    select id
    from written`);
  return row!.id;
}

/** Throws if the member cannot reply; locks the conversation until the transaction ends. */
export async function checkReply(tx: Tx, member: Member, id: number): Promise<void> {
  const [participant] = await tx.execute<{
    isLocked: boolean;
    hasLeft: boolean;
    canReach: boolean;
  }>(sql`
    select c.is_locked as "isLocked", cm.left_after is not null as "hasLeft",
      ${canReachOthers(member, sql`c.id`)} as "canReach"
    from conversations c
    join conversation_members cm on cm.conversation_id = c.id
    where c.id = ${id}
      and ${ownConversations(member)}
    for update of c`);
  if (!participant) throw notFound();
  if (participant.isLocked) throw forbidden('This conversation is closed.');
  if (participant.hasLeft) throw forbidden('You have left this conversation.');
  if (!participant.canReach) throw isUnreachable();
}

/** Replies in a conversation. The lock serializes its messages, so that ids follow their order. */
export async function reply(
  tx: Tx,
  member: Member,
  id: number,
  draft: MessageDraft,
): Promise<number> {
  await checkReply(tx, member, id);
  return insertMessage(tx, member, id, draft);
}

interface Recipient extends Record<string, unknown> {
  id: number;
  isBlocked: boolean;
  isFriend: boolean;
  takesMessages: boolean;
}

/** Returns the recipients if the member may write to all of them; throws otherwise. */
export async function checkRecipients(
  tx: Tx,
  member: Member,
  toIds: number[],
): Promise<Recipient[]> {
  if (toIds.includes(member.id)) throw forbidden('You cannot write to yourself.');
  // A member who has blocked the sender is indistinguishable from one who does not exist.
  const recipients = await tx.execute<Recipient>(sql`
    select m.id, f.friend_id is not null as "isFriend", f.friend_id is not null
      or coalesce(s.messages_from, 'everyone') = 'everyone' as "takesMessages",
      exists (
        select from blocks b
        where b.blocker_id = ${member.id}
          and b.blocked_id = m.id
      ) as "isBlocked"
    from unnest(${sql.param(toIds)}::bigint[]) with ordinality named (id, ordinality)
    join members m on m.id = named.id and m.status = 'active'
    left join friendships f on f.member_id = ${member.id} and f.friend_id = m.id
    left join member_settings s on s.member_id = m.id
    where not exists (
      select from blocks b
      where b.blocker_id = m.id
        and b.blocked_id = ${member.id}
    )
    order by named.ordinality`);
  if (recipients.length < toIds.length) throw notFound();
  if (recipients.some(({ isBlocked }) => isBlocked))
    throw httpError('blocked', 'You have blocked this person.');
  if (recipients.some(({ takesMessages }) => !takesMessages))
    throw forbidden('This person only accepts messages from friends.');
  return recipients;
}

export interface NewConversation extends MessageDraft {
  toIds: number[];
  title: string;
}

/**
 * Starts a conversation; for recipients who are not friends it is a request. Returns its id and the
 * message's.
 */
export async function compose(
  tx: Tx,
  member: Member,
  { toIds, title, ...draft }: NewConversation,
): Promise<{ conversationId: number; messageId: number }> {
  const recipients = await checkRecipients(tx, member, toIds);
  const friendIds = recipients.filter(({ isFriend }) => isFriend).map(({ id }) => id);
  const [row] = await tx.execute<{ id: number }>(sql`
    with started as (
      insert into conversations (title, creator_id, created_at)
      values (${title}, ${member.id}, ${now()})
      returning id
    ),
      joined as (
        insert into conversation_members (conversation_id, member_id, position, is_request)
        select started.id, participant.id, participant.position, participant.is_request
        from started,
          (
            select ${member.id}::bigint as id, 0 as position, false as is_request
            union all
            select id, ordinality, id <> all (${sql.param(friendIds)}::bigint[])
            from unnest(
              ${sql.param(recipients.map(({ id }) => id))}::bigint[]
            ) with ordinality named (id, ordinality)
          ) participant
      )
    select id
    from started`);
  return { conversationId: row!.id, messageId: await insertMessage(tx, member, row!.id, draft) };
}
