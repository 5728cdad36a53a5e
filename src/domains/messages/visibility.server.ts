import type { SQL } from 'drizzle-orm';
import type { MutableRow } from '#domains/notifications/mute/mute.server.ts';
import { blockedWith } from '#domains/policy/audience.server.ts';
import { isMember, type SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import type { ContextRow } from '#server/subjects.ts';
import type { InboxFolder } from './messages.schema.ts';

/** Conversations of the participant, as their own row `cm`; no others exist for them. */
export const ownConversations = (member: SqlMember): SQL =>
  sql`cm.member_id = ${member.id} and cm.last_message_id > cm.deleted_up_to`;

export const mutableConversation: MutableRow = (member, id) =>
  sql`
      select c.title
      from conversation_members cm
      join conversations c on c.id = cm.conversation_id
      where cm.conversation_id = ${id}
        and ${ownConversations(member)}`;

/** Target of message notifications, for those who have the conversation. */
export const conversationContext: ContextRow = (viewer, id) =>
  isMember(viewer)
    ? sql`
      select cm.conversation_id
      from conversation_members cm
      where cm.conversation_id = ${id}
        and ${ownConversations(viewer)}`
    : sql`select null where false`;

/** CTE that marks the member's notifications of these conversations (a column of ids) as read. */
export const markNotificationsRead = (member: SqlMember, conversations: SQL): SQL => sql`
  read_notifications as (
    update notifications n
    set read_at = ${now()}
    from (${conversations}) seen (id)
    where n.recipient_id = ${member.id}
      and n.group_key = 'message_new:conversation:' || seen.id
      and n.read_at is null
  )`;

export const inFolder = (folder: InboxFolder): SQL =>
  folder === 'all' ? sql`true` : sql`cm.is_request = ${folder === 'requests'}`;

/**
 * Counts conversations, not messages, so that opening one lowers the badge by one. Excludes
 * requests from strangers.
 */
export const isUnread = sql`(cm.last_received_id > cm.read_up_to or cm.is_marked_unread)`;

/**
 * `maySeeMessage` in SQL for the message `m` and the participant `cm`. Looks up the time of a block
 * only for authors behind one.
 */
export const visibleMessage = (member: SqlMember): SQL => sql`
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
 * Columns of a person `p` as a participant sees them: no current name or picture of members who are
 * deleted or behind a block.
 */
export const personColumns = (member: SqlMember): SQL => sql`
  p.id, p.displayname, p.username, p.avatar,
  case when p.id is null
    or p.status = 'deleted' then 'deleted' when p.status <> 'active'
    or p.id = any (${blockedWith(member)}) then 'unavailable' else 'available' end as availability`;

/** The same columns as one JSON object. */
export const personJson = (member: SqlMember): SQL =>
  sql`(select to_json(person) from (select ${personColumns(member)}) person)`;

/** Whether the two can exchange new messages: both accounts active, no block either way. */
export const isReachable = (member: SqlMember, other: SQL): SQL =>
  sql`
    (
      ${other} <> all (${blockedWith(member)})
      and exists (
        select from members active
        where active.id = ${other}
          and active.status = 'active'
      )
    )`;

const allows = (setting: 'shows_read_receipts' | 'shows_typing', person: SQL): SQL =>
  sql`
    coalesce(
      (select s.${sql.raw(setting)} from member_settings s where s.member_id = ${person}), true
    )`;

type ParticipantAlias = 'o' | 'cm';
const column = (alias: ParticipantAlias, name: string) => sql.raw(`${alias}.${name}`);

/**
 * Whether the other member may see this participant's read receipt: both enabled receipts, the
 * conversation is not a pending request, and neither blocked the other.
 */
export const showsReceipts = (member: SqlMember, alias: ParticipantAlias, other: SQL): SQL =>
  sql`
    (
      not ${column(alias, 'is_request')}
      and ${isReachable(member, other)}
      and ${allows('shows_read_receipts', other)}
      and ${allows('shows_read_receipts', sql`${member.id}::bigint`)}
    )`;

/**
 * Whether the participant may be shown as typing. Not in a pending request: typing an answer would
 * reveal that it was read.
 */
export const showsTyping = (member: SqlMember, alias: ParticipantAlias, other: SQL): SQL =>
  sql`
    (
      ${column(alias, 'left_after')} is null
      and not ${column(alias, 'is_request')}
      and ${isReachable(member, other)}
      and ${allows('shows_typing', column(alias, 'member_id'))}
    )`;
