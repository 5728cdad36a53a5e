import type { SQL } from 'drizzle-orm';
import { conversationPageSize } from '#domains/messages/messages.rules.ts';
import type { Conversation } from '#domains/messages/messages.schema.ts';
import {
  conversationPageView,
  type ConversationHead,
  type ConversationMessage,
} from '#domains/messages/messages.views.server.ts';
import { photoIds, photosJson } from '#domains/messages/photos.server.ts';
import {
  isReachable,
  isUnread,
  ownConversations,
  personColumns,
  personJson,
  showsReceipts,
  showsTyping,
  visibleMessage,
} from '#domains/messages/visibility.server.ts';
import { isMutedBy } from '#domains/notifications/mute/mute.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface ConversationQuery {
  /** When present, the answer includes the total count. */
  page?: number;
  limit?: number;
  before?: number;
  after?: number;
}

const conversationHead = (member: Member, id: number): SQL => sql`
  select c.id as "conversationId", c.title, c.creator_id as "creatorId", c.is_locked as "isLocked",
    ${isMutedBy(member, 'conversation', sql`c.id`)} as "isMuted",
    cm.is_request as "isRequest", cm.left_after is not null as "hasLeft",
    cm.read_up_to as "readUpTo", cm.deleted_up_to as "deletedUpTo",
    cm.last_received_id as "lastReceivedId", cm.last_sent_id as "lastSentId",
    ${isUnread} as "isUnread", received.created_at::text as "receivedAt",
    sent.created_at::text as "sentAt",
    coalesce(latest.created_at, c.created_at)::text as "modifiedAt",
    (
      select count(*)::int - 1 from conversation_members o where o.conversation_id = c.id
    ) as "recipientCount",
    (
      select json_agg(o.person order by o.position)
      from (
        select o.position,
          (
            select to_json(person)
            from (
              select ${personColumns(member)},
                case
                  when ${showsReceipts(member, 'o', sql`p.id`)} then o.read_up_to
                end as "readUpTo",
                coalesce(
                  o.typing_until > ${now()} and ${showsTyping(member, 'o', sql`p.id`)}, false
                ) as "isTyping"
            ) person
          ) as person
        from conversation_members o
        join members p on p.id = o.member_id
        where o.conversation_id = c.id
          and o.member_id <> ${member.id}
      ) o
    ) as others,
    ${canReachOthers(member, sql`c.id`)} as "canReach"
  from conversation_members cm
  join conversations c on c.id = cm.conversation_id
  left join messages received on received.id = nullif(cm.last_received_id, 0)
  left join messages sent on sent.id = nullif(cm.last_sent_id, 0)
  left join messages latest on latest.id = nullif(cm.last_message_id, 0)
  where cm.conversation_id = ${id}
    and ${ownConversations(member)}`;

/** True if at least one other participant would receive the member's message. */
export const canReachOthers = (member: Member, conversationId: SQL): SQL => sql`
  exists (
    select from conversation_members o
    where o.conversation_id = ${conversationId}
      and o.member_id <> ${member.id}
      and o.left_after is null
      and ${isReachable(member, sql`o.member_id`)}
  )`;

/**
 * Selects a page of the messages visible to the participant, newest first, plus one to detect more.
 * The lateral join lets the index return the newest; a plain join with participants read and sorted
 * all messages.
 */
function messagePage(
  member: Member,
  id: number,
  { page = 1, limit = conversationPageSize, before = 0, after = 0 }: ConversationQuery,
): SQL {
  const older = before ? sql`and m.id < ${before}` : sql``;
  const newer = after ? sql`and m.id > ${after}` : sql``;
  return sql`
    select m.id, m.author_id as "authorId", m.body, ${photoIds} as "photoIds",
      ${photosJson} as photos, m.created_at::text as "createdAt",
      (select ${personJson(member)} from members p where p.id = m.author_id) as author
    from conversation_members cm
    cross join lateral (
      select *
      from messages m
      where m.conversation_id = cm.conversation_id
        and ${visibleMessage(member)} ${older} ${newer}
      order by m.id desc
      limit ${limit + 1}
      offset ${before || after ? 0 : (page - 1) * limit}
    ) m
    where cm.conversation_id = ${id}
      and ${ownConversations(member)}
    order by m.id desc`;
}

/**
 * Counts the messages visible to the participant. Checks every message, so it skips the count when
 * one page holds them all.
 */
async function countMessages(
  member: Member,
  id: number,
  { page, limit, found }: { page: number; limit: number; found: number },
): Promise<number> {
  if (found <= limit && (found > 0 || page === 1)) return (page - 1) * limit + found;
  const [row] = await db.execute<{ total: number }>(sql`
    select count(*)::int as total
    from conversation_members cm
    join messages m on m.conversation_id = cm.conversation_id
    where cm.conversation_id = ${id}
      and cm.member_id = ${member.id}
      and ${visibleMessage(member)}`);
  return row!.total;
}

/** Reads a conversation of the member with a page of its messages. Marks nothing as read. */
export async function readConversation(
  member: Member,
  id: number,
  query: ConversationQuery = {},
  origin = '',
): Promise<Conversation> {
  const { page, limit = conversationPageSize, before, after } = query;
  const [[found], newestFirst] = await Promise.all([
    db.execute<ConversationHead & Record<string, unknown>>(conversationHead(member, id)),
    db.execute<ConversationMessage & Record<string, unknown>>(messagePage(member, id, query)),
  ]);
  if (!found) throw notFound();
  return conversationPageView(found, {
    member,
    // The page was read with one more than its limit.
    rows: newestFirst.slice(0, limit).reverse(),
    hasOlder: newestFirst.length > limit,
    page: page ?? 1,
    total:
      page && !before && !after
        ? await countMessages(member, id, { page, limit, found: newestFirst.length })
        : undefined,
    origin,
  });
}
