import type { SQL } from 'drizzle-orm';
import { foldedWords, nameMatches } from '#domains/members/name-search.server.ts';
import type { Inbox, InboxFolder } from '#domains/messages/messages.schema.ts';
import { inboxView, type InboxRow } from '#domains/messages/messages.views.server.ts';
import { photoIds } from '#domains/messages/photos.server.ts';
import {
  inFolder,
  isReachable,
  isUnread,
  ownConversations,
  personJson,
  visibleMessage,
} from '#domains/messages/visibility.server.ts';
import { blockedWith, composedOnce } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import { db, executeSearch } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface InboxQuery {
  page?: number;
  limit?: number;
  search?: string;
  folder?: InboxFolder;
  /** Limits to conversations with something received, or something sent. */
  only?: 'received' | 'sent';
}

interface ListRow extends Record<string, unknown> {
  total: number;
  unread: number;
  requests: number;
  rows: InboxRow[] | null;
}

const columns = sql`
  cm.conversation_id, cm.last_received_id, cm.last_sent_id, cm.last_message_id, cm.read_up_to,
  cm.deleted_up_to, cm.is_request, ${isUnread} as is_unread`;

const side = {
  received: sql`and cm.last_received_id > cm.deleted_up_to`,
  sent: sql`and cm.last_sent_id > cm.deleted_up_to`,
  both: sql``,
};

const ownIn = (member: Member, { folder = 'inbox', only }: InboxQuery): SQL =>
  sql`${ownConversations(member)} and ${inFolder(folder)} ${side[only ?? 'both']}`;

/** The table expressions `page` and `counts`: the first of an index, and one walk for both counts. */
const withoutSearch = (member: Member, query: InboxQuery, range: SQL): SQL => sql`
  page as (
    select ${columns}, cm.last_message_id as shown_id
    from conversation_members cm
    where ${ownIn(member, query)}
    order by cm.last_message_id desc
    ${range}
  ),
    counts as (
      select count(*) filter (where ${ownIn(member, query)})::int as total,
        count(*) filter (where cm.is_request)::int as requests
      from conversation_members cm
      where ${ownConversations(member)}
    )`;

/** The same for conversations with these words, each with the message that it shows as `shown_id`. */
const withSearch = (member: Member, query: InboxQuery, range: SQL): SQL => sql`
  matching as materialized (${matchingConversations(member, query)}),
    page as (
      select *
      from matching
      order by last_message_id desc
      ${range}
    ),
    counts as (
      select (select count(*)::int from matching) as total, count(*)::int as requests
      from conversation_members cm
      where ${ownConversations(member)}
        and cm.is_request
    )`;

function matchingConversations(member: Member, query: InboxQuery): SQL {
  const { search = '' } = query;
  const words = prefixQuery(searchWords(search));
  // The planner chooses between the index of all messages (rare word) and the member's own
  // messages; the words of each are stored.
  const hits = words
    ? sql`
      select m.conversation_id, max(m.id) as id
      from messages m
      join conversation_members cm on cm.conversation_id = m.conversation_id
        and cm.member_id = ${member.id}
      where m.words @@ to_tsquery('simple', folded(${words}))
        and ${visibleMessage(member)}
      group by m.conversation_id`
    : sql`select null::bigint as conversation_id, null::bigint as id where false`;
  const nameMatch = sql`
    (
      exists (
        select from conversations c
        where c.id = cm.conversation_id
          and ${nameMatches(foldedWords(sql`c.title`), search)}
      )
      or cm.conversation_id in (
        select o.conversation_id
        from conversation_members own
        join conversation_members o on o.conversation_id = own.conversation_id
          and o.member_id <> own.member_id
        join members p on p.id = o.member_id
        where own.member_id = ${member.id}
          and ${nameMatches(sql`p.name_words`, search)}
          and ${isReachable(member, sql`p.id`)}
      )
    )`;
  return sql`
    select ${columns}, coalesce(hit.id, cm.last_message_id) as shown_id
    from conversation_members cm
    left join (${hits}) hit on hit.conversation_id = cm.conversation_id
    where ${ownIn(member, query)}
      and (hit.id is not null or ${nameMatch})`;
}

/** Counts conversations with unread messages. */
export const unreadCount = (member: SqlMember): SQL =>
  sql`
    (
      select count(*)::int
      from conversation_members cm
      where ${ownConversations(member)}
        and not cm.is_request
        and ${isUnread}
    )`;

export async function countUnread(member: Member): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`select ${unreadCount(member)} as count`);
  return row!.count;
}

/** A page of conversations; the blocks of the member are read once for all people in it. */
const selectInbox = composedOnce((asking, tables: SQL) => {
  const member = { ...asking, blocked: sql`(select b.ids from blocked b)::bigint[]` };
  return sql`
    with blocked as materialized (select ${blockedWith(asking)} as ids),
      ${tables},
      listed as (
        select page.last_message_id as newest, page.conversation_id as "conversationId", c.title,
          page.is_request as "isRequest", page.is_unread as "isUnread",
          page.read_up_to as "readUpTo", page.deleted_up_to as "deletedUpTo",
          page.last_received_id as "lastReceivedId", page.last_sent_id as "lastSentId",
          received.created_at::text as "receivedAt", sent.created_at::text as "sentAt", m.id,
          m.author_id as "authorId", m.body, ${photoIds} as "photoIds",
          m.created_at::text as "createdAt",
          (
            select count(*)::int - 1 from conversation_members o where o.conversation_id = c.id
          ) as "recipientCount",
          (select ${personJson(member)} from members p where p.id = m.author_id) as author,
          (
            select json_agg(o.person order by o.position)
            from (
              select o.position, ${personJson(member)} as person
              from conversation_members o
              join members p on p.id = o.member_id
              where o.conversation_id = c.id
                and o.member_id <> ${member.id}
              order by o.position
              limit 3
            ) o
          ) as others
        from page
        join conversations c on c.id = page.conversation_id
        join messages m on m.id = page.shown_id
        left join messages received on received.id = nullif(page.last_received_id, 0)
        left join messages sent on sent.id = nullif(page.last_sent_id, 0)
      )
    select counts.total, counts.requests, ${unreadCount(member)} as unread,
      (select json_agg(listed order by newest desc) from listed) as rows
    from counts`;
});

/**
 * Lists a page of the member's conversations, most recent message first, with the total. Marks
 * nothing as read.
 */
export async function listConversations(
  member: Member,
  query: InboxQuery = {},
  origin = '',
): Promise<Inbox> {
  const { page = 1, limit = 10 } = query;
  const tables = query.search ? withSearch : withoutSearch;
  const range = sql`limit ${limit} offset ${(page - 1) * limit}`;
  const [found] = await executeSearch<ListRow>(
    query.search ?? '',
    selectInbox(member, tables(member, query, range)),
  );
  const { total, unread, requests, rows } = found!;
  return inboxView(rows ?? [], { member, total, unread, requests, origin });
}
