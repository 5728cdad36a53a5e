import type { SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { nameBegins, nameMatches } from '#domains/members/name-search.server.ts';
import {
  visibleCard,
  visibleFriends,
  visibleProfile,
} from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { executeSearch, executeWithCustomPlan } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { FriendList, FriendSuggestion } from './friends.schema.ts';
import { friendRowView, friendSuggestionView, type PersonRow } from './friends.views.server.ts';
import { friendshipOf, isOnline, mutualCount } from './friendship.server.ts';

const name = sql`m.name_words`;
const byName = (search: string, alias = sql`m`): SQL =>
  sql`
    order by ${search ? sql`${nameBegins(sql`${alias}.name_words`, search)}, ` : sql``}${alias}.name_words,
      ${alias}.id`;

/**
 * Friends of `ownerId` visible to the viewer, as `m`. Without a search each is looked up by id
 * (`offset 0`), which is cheaper than scanning all members.
 */
const friendsOf = (viewer: Viewer, ownerId: number, search: string): SQL => sql`
  from friendships of_owner ${
    search
      ? sql`join members m on m.id = of_owner.friend_id`
      : sql`
        cross join lateral (
          select friend.id, friend.displayname, friend.username, friend.avatar, friend.name_words,
            friend.status
          from members friend
          where friend.id = of_owner.friend_id
          offset 0
        ) m`
  }
  where of_owner.member_id = ${ownerId}
    and ${visibleFriends(viewer, sql`${ownerId}::bigint`)}
    and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
      ${search ? sql`and ${nameMatches(name, search)}` : sql``}`;

/** The member's friends whose name starts with the text, or the first by name. */
export async function suggestFriends(
  member: Member,
  { search = '', limit = 10 }: { search?: string; limit?: number },
  origin = '',
): Promise<FriendSuggestion[]> {
  const rows = await executeSearch<MemberCard>(
    search,
    sql`
      select m.id, m.displayname, m.username,
        m.avatar ${friendsOf(member, member.id, search)} ${byName(search)}
      limit ${limit}`,
  );
  return rows.map((row) => friendSuggestionView(row, origin));
}

export interface FriendListQuery {
  ownerId: number;
  search?: string;
  page?: number;
  limit?: number;
}

/**
 * Lists a page of somebody's friends by name, each with the viewer's friendship to them, for
 * viewers who may see the profile.
 */
export async function listFriends(
  viewer: Viewer,
  { ownerId, search = '', page = 1, limit = 20 }: FriendListQuery,
  origin = '',
): Promise<FriendList> {
  const people = friendsOf(viewer, ownerId, search);
  const relationship = isMember(viewer)
    ? sql`
      ${friendshipOf(viewer, sql`p.id`)} as friendship, ${mutualCount(viewer, sql`p.id`)} as mutual,
      ${isOnline(viewer, sql`p.id`)} as "isOnline"`
    : sql`'cannot_add' as friendship, 0 as mutual, false as "isOnline"`;
  // Filters and sorts all friends once and computes the details only for the page. Not a prepared
  // statement: a generic plan knows neither the number of friends nor the search term and takes
  // three times as long for thousands.
  const [found] = await executeWithCustomPlan<{
    mayRead: boolean;
    total: number;
    rows: PersonRow[];
  }>(sql`
    with people as materialized (select m.id, m.name_words ${people}),
      p as materialized (
        select m.id, m.displayname, m.username, m.avatar, m.name_words
        from (
          select *
          from people ${byName(search, sql`people`)}
          limit ${limit}
          offset ${(page - 1) * limit}
        ) named
        join members m on m.id = named.id
      )
    select ${visibleProfile(viewer, sql`${ownerId}::bigint`)} as "mayRead",
      (select count(*)::int from people) as total,
      coalesce(
        (
          select json_agg(row_to_json(shown))
          from (
            select p.id, p.displayname, p.username, p.avatar, ${relationship}
            from p ${byName(search, sql`p`)}
          ) shown
        ),
        '[]'
      ) as rows`);
  if (!found!.mayRead) throw notFound();
  return {
    totalItemCount: found!.total,
    friends: found!.rows.map((row) => friendRowView(row, origin)),
    canAddToList: 0,
  };
}
