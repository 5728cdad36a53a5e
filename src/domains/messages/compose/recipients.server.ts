import { areFriends, mayWriteTo } from '#domains/friends/friendship.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { nameBegins, nameMatches } from '#domains/members/name-search.server.ts';
import type { RecipientFound } from '#domains/messages/messages.schema.ts';
import { recipientView } from '#domains/messages/messages.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { executeSearch } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Searches members the member may write to by name, friends first; without a search only friends.
 * Strangers only if they are findable.
 */
export async function findRecipients(
  member: Member,
  { search = '', limit = 8 }: { search?: string; limit?: number },
  origin = '',
): Promise<RecipientFound[]> {
  const name = sql`m.name_words`;
  const friends = sql`
    select m.id, m.displayname, m.username, m.avatar, true as "isFriend"
    from friendships f
    join members m on m.id = f.friend_id
    where f.member_id = ${member.id}
      and ${mayWriteTo(member, sql`m.id`)} ${search ? sql`and ${nameMatches(name, search)}` : sql``}
    order by ${search ? sql`${nameBegins(name, search)},` : sql``} m.name_words, m.id
    limit ${limit}`;
  const strangers = sql`
    select m.id, m.displayname, m.username, m.avatar, false as "isFriend"
    from members m
    where m.status = 'active'
      and ${nameMatches(name, search)}
      and ${mayWriteTo(member, sql`m.id`)}
      and not ${areFriends(member, sql`m.id`)}
      and not exists (
        select from member_settings s
        where s.member_id = m.id
          and not s.is_findable
      )
    order by ${nameBegins(name, search)}, m.name_words, m.id
    limit ${limit}`;
  const rows = await executeSearch<MemberCard & { isFriend: boolean }>(
    search,
    search
      ? sql`
        select *
        from ((${friends}) union all (${strangers})) found
        order by "isFriend" desc
        limit ${limit}`
      : friends,
  );
  return rows.map((row) => recipientView(row, origin));
}
