import { sql, type SQL } from 'drizzle-orm';
import type { MutableRow } from '#domains/notifications/mute/mute.server.ts';
import { blockedWith } from '#domains/policy/audience.server.ts';
import { isMember, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { ContextRow } from '#server/subjects.ts';
import type { InboxFolder } from './messages.schema.ts';

/**
 * The conversations that a participant has, as their own row `cm`: nobody else's exist for them.
 */
export const ownConversations = (member: Member): SQL =>
  sql`cm.member_id = ${member.id} and cm.last_message_id > cm.deleted_up_to`;

export const mutableConversation: MutableRow = (member, id) =>
  sql`
      select c.title
      from conversation_members cm
      join conversations c on c.id = cm.conversation_id
      where cm.conversation_id = ${id} and ${ownConversations(member)}`;

/** Where a notification of a message leads: there for those who have the conversation. */
export const conversationContext: ContextRow = (viewer, id) =>
  isMember(viewer)
    ? sql`
      select cm.conversation_id
      from conversation_members cm
      where cm.conversation_id = ${id} and ${ownConversations(viewer)}`
    : sql`select null where false`;

/**
 * A CTE that marks as read what the member was told of this conversation (a column): they have
 * looked at it.
 */
export const readTold = (member: Member, conversations: SQL): SQL => sql`
  told_read as (
    update notifications told
    set read_at = ${now()}
    from (${conversations}) seen (id)
    where told.recipient_id = ${member.id}
      and told.group_key = 'message_new:conversation:' || seen.id
      and told.read_at is null
  )`;

export const inFolder = (folder: InboxFolder): SQL =>
  folder === 'all' ? sql`true` : sql`cm.is_request = ${folder === 'requests'}`;

/**
 * For the badge: conversations, not messages, so opening one lowers it by one. Requests of
 * strangers do not count.
 */
export const isUnread = sql`(cm.last_received_id > cm.read_up_to or cm.is_marked_unread)`;

/**
 * `maySeeMessage` in SQL: the message `m` for the participant whose row is `cm`. When a block was
 * made is looked up for those behind one alone.
 */
export const visibleMessage = (member: Member): SQL => sql`
  (
    m.id > cm.deleted_up_to
      and m.id > cm.joined_after
      and (cm.left_after is null or m.id <= cm.left_after)
      and (m.hidden_from is null or cm.member_id <> all (m.hidden_from))
      and (
        m.author_id is null
          or m.author_id = ${member.id}
          or m.author_id <> all (${blockedWith(member)})
          or not exists (
            select from blocks b
            where b.created_at <= m.created_at
              and (
                (b.blocker_id = ${member.id} and b.blocked_id = m.author_id)
                or (b.blocker_id = m.author_id and b.blocked_id = ${member.id})
              )
          )
      )
  )`;

/**
 * Columns of a person `p` as the member is shown them in a conversation: nothing of who is gone or
 * behind a block, since the name and picture they have by now are none of the member's business.
 */
export const personColumns = (member: Member): SQL => sql`
  p.id, p.displayname, p.username, p.avatar,
  case when p.id is null
    or p.status = 'deleted' then 'deleted' when p.status <> 'active'
    or p.id = any (${blockedWith(member)}) then 'unavailable' else 'known' end as standing`;

/** The same as one JSON object. */
export const personJson = (member: Member): SQL =>
  sql`(select to_json(person) from (select ${personColumns(member)}) person)`;

/** Whether the two may exchange anything new: both accounts active, no block either way. */
export const isReachable = (member: Member, other: SQL): SQL =>
  sql`
    (
      ${other} <> all (${blockedWith(member)})
      and exists (select from members who where who.id = ${other} and who.status = 'active')
    )`;

const shows = (mark: 'shows_read_receipts' | 'shows_typing', person: SQL): SQL =>
  sql`
    coalesce((select s.${sql.raw(mark)} from member_settings s where s.member_id = ${person}), true)`;

type Part = 'o' | 'cm';
const column = (part: Part, name: string) => sql.raw(`${part}.${name}`);

/**
 * Whether how far that participant has read may be told to the other: both let it be seen, a
 * request is not answered by reading it, and nothing stands between them.
 */
export const tellsReading = (member: Member, part: Part, other: SQL): SQL =>
  sql`
    (
      not ${column(part, 'is_request')}
      and ${isReachable(member, other)}
      and ${shows('shows_read_receipts', other)}
      and ${shows('shows_read_receipts', sql`${member.id}::bigint`)}
    )`;

/**
 * Whether that participant may be seen writing: who begins an answer to a request has read it,
 * which nobody learns before it is sent.
 */
export const tellsTyping = (member: Member, part: Part, other: SQL): SQL =>
  sql`
    (
      ${column(part, 'left_after')} is null
      and not ${column(part, 'is_request')}
      and ${isReachable(member, other)}
      and ${shows('shows_typing', column(part, 'member_id'))}
    )`;
