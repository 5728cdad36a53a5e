import type { SQL } from 'drizzle-orm';
import { blockedWith, composedOnce, visibleAuthor } from '#domains/policy/audience.server.ts';
import { audienceAllowsFriendList } from '#domains/policy/profile-audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { PeopleSuggested, Suggestions } from './friends.schema.ts';
import { friendRowView, type PersonRow } from './friends.views.server.ts';
import { friendshipOf, isOnline, mutualCount } from './friendship.server.ts';

/**
 * Number of newest friendships considered: with thousands of friends, friends of friends would be
 * everybody.
 */
const maxConsideredFriends = 400;

/**
 * Whether the person may be suggested: no friend, no request either way, not dismissed, no block,
 * active, findable and accepting requests.
 */
const isSuggestable = (member: SqlMember, id: SQL): SQL => sql`
  (
    not exists (
      select from friendships f
      where f.member_id = ${member.id}
        and f.friend_id = ${id}
    )
    and not exists (
      select from friend_requests r
      where r.sender_id = ${member.id}
        and r.recipient_id = ${id}
    )
    and not exists (
      select from friend_requests r
      where r.sender_id = ${id}
        and r.recipient_id = ${member.id}
    )
    and not exists (
      select from dismissed_suggestions d
      where d.member_id = ${member.id}
        and d.dismissed_id = ${id}
    )
    and ${id} <> all (${blockedWith(member)})
    and not exists (
      select from members inactive
      where inactive.id = ${id}
        and inactive.status <> 'active'
    )
    and not exists (
      select from member_settings s
      where s.member_id = ${id}
        and (not s.is_findable or s.friend_requests_from = 'nobody')
    )
  )`;

/**
 * Friends of friends as `id` and `mutual`, over friendships visible to the member in one of the two
 * lists, like `mutualCount`.
 */
const countedCandidates = (member: SqlMember): SQL => sql`
  select second_degree.friend_id as id, count(*)::int as mutual
  from (
    select own.friend_id, ${audienceAllowsFriendList(member, sql`own.friend_id`)} as is_list_open
    from friendships own
    where own.member_id = ${member.id}
      and not exists (
        select from members inactive
        where inactive.id = own.friend_id
          and inactive.status <> 'active'
      )
    order by own.since desc, own.friend_id
    limit ${sql.raw(String(maxConsideredFriends))}
  ) considered
  join friendships second_degree on second_degree.member_id = considered.friend_id
  where second_degree.friend_id <> ${member.id}
    and (
      considered.is_list_open
      or ${audienceAllowsFriendList(member, sql`second_degree.friend_id`)}
    )
  group by second_degree.friend_id`;

/** All of them who may be suggested. */
export const friendsOfFriends = (member: Member): SQL => sql`
  select candidate.id, candidate.mutual
  from (${countedCandidates(member)}) candidate
  where ${isSuggestable(member, sql`candidate.id`)}`;

/** People with the most friends in common. */
export async function suggestPeople(
  member: Member,
  { page = 1, limit = 3 }: { page?: number; limit?: number } = {},
  origin = '',
): Promise<PeopleSuggested> {
  const rows = await db.execute<PersonRow & { total: number } & Record<string, unknown>>(sql`
    with candidates as materialized (${friendsOfFriends(member)}),
      p as materialized (
        select *
        from candidates
        order by mutual desc, id
        limit ${limit}
        offset ${(page - 1) * limit}
      )
    select counted.total, p.id, m.displayname, m.username, m.avatar,
      ${friendshipOf(member, sql`p.id`)} as friendship, ${mutualCount(member, sql`p.id`)} as mutual,
      ${isOnline(member, sql`p.id`)} as "isOnline"
    from (select count(*)::int as total from candidates) counted
    left join (p join members m on m.id = p.id) on true
    order by p.mutual desc, p.id`);
  const shown = rows.filter(({ id }) => id !== null);
  return { totalItemCount: rows[0]!.total, users: shown.map((row) => friendRowView(row, origin)) };
}

/** Number of candidates that are checked first; nearly always enough for those who are shown. */
const maxRanked = 500;

/**
 * Candidates in order, of whom only the first are checked: one row without a person if there is
 * none. Nobody who may be suggested is a friend or has an open request, and all have a friend in
 * common.
 */
const firstSuggested = composedOnce(
  (member, limit: SQL, ranked: SQL) => sql`
    with ranked as materialized (
      ${countedCandidates(member)}
      order by mutual desc, id
      limit ${ranked}
    )
    select total.ranked, p.id, p.displayname, p.username, p.avatar, p.mutual,
      'add_friend' as friendship, false as "isOnline"
    from (select count(*)::int as ranked from ranked) total
    left join (
      select m.id, m.displayname, m.username, m.avatar,
        case
          when ${hasMoreFriendsThan(member, maxConsideredFriends)} then ${mutualCount(member, sql`m.id`)}
          else p.mutual
        end as mutual, p.mutual as considered
      from (
        select *
        from ranked
        where ${isSuggestable(member, sql`ranked.id`)}
        order by ranked.mutual desc, ranked.id
        limit ${limit}
      ) p
      join members m on m.id = p.id
    ) p on true
    order by p.considered desc, p.id`,
);

const hasMoreFriendsThan = (member: SqlMember, count: number): SQL => sql`
  (
    select count(*) > ${sql.raw(String(count))}
    from (
      select
      from friendships f
      where f.member_id = ${member.id}
      limit ${sql.raw(String(count + 1))}
    ) own
  )`;

/**
 * The first people with the most friends in common, and whether there are more: without the total,
 * for which every candidate is checked.
 * @param ranked how many candidates are checked before all are
 */
export async function suggestFirst(
  member: Member,
  limit: number,
  ranked = maxRanked,
): Promise<{ users: PeopleSuggested['users']; hasMore: boolean }> {
  const read = (count: number | null) =>
    db.execute<PersonRow & { ranked: number } & Record<string, unknown>>(
      firstSuggested(member, limit + 1, count),
    );
  let rows = await read(ranked);
  if (rows.length <= limit && rows[0]!.ranked === ranked) rows = await read(null);
  const found = rows.filter(({ id }) => id !== null);
  return {
    users: found.slice(0, limit).map((row) => friendRowView(row, '')),
    hasMore: found.length > limit,
  };
}

/** The newest members, for members without suggestions. */
export async function suggestNewcomers(
  member: Member,
  limit: number,
  origin = '',
): Promise<PeopleSuggested['users']> {
  const rows = await db.execute<PersonRow & Record<string, unknown>>(sql`
    with p as materialized (
      select m.id, m.displayname, m.username, m.avatar
      from members m
      where m.status = 'active'
        and m.id <> ${member.id}
        and ${isSuggestable(member, sql`m.id`)}
      order by m.id desc
      limit ${limit}
    )
    select p.*, ${friendshipOf(member, sql`p.id`)} as friendship,
      ${mutualCount(member, sql`p.id`)} as mutual, ${isOnline(member, sql`p.id`)} as "isOnline"
    from p
    order by p.id desc`);
  return rows
    .filter(({ friendship }) => friendship === 'add_friend')
    .map((row) => friendRowView(row, origin));
}

/** `suggestFirst`; the newest members if there is nobody. */
export async function readFirstSuggestions(member: Member, limit: number) {
  const suggested = await suggestFirst(member, limit);
  const newcomers = suggested.users.length ? [] : await suggestNewcomers(member, limit);
  return { ...suggested, newcomers };
}

/** Suggests people with friends in common; the newest members if there are none. */
export async function readSuggestions(
  member: Member,
  { page = 1, limit = 3 }: { page?: number; limit?: number },
  origin = '',
): Promise<Suggestions> {
  const suggested = await suggestPeople(member, { page, limit }, origin);
  const newcomers = suggested.totalItemCount ? [] : await suggestNewcomers(member, limit, origin);
  return { ...suggested, newcomers };
}

/** Excludes the person from the member's suggestions. */
export async function dismissSuggestion(member: Member, otherId: number): Promise<void> {
  const [row] = await db.execute(sql`
    with other as (
      select m.id
      from members m
      where m.id = ${otherId}
        and m.id <> ${member.id}
        and ${visibleAuthor(member, sql`m.id`)}
    ),
      dismissed as (
        insert into dismissed_suggestions (member_id, dismissed_id)
        select ${member.id}, id
        from other
        on conflict
        do nothing
      )
    select id
    from other`);
  if (!row) throw notFound();
}

/** Reads the listed members visible to the member, in order, each with their friendship. */
export async function listPeople(
  member: Member,
  ids: number[],
  origin = '',
): Promise<PeopleSuggested['users']> {
  const rows = await db.execute<PersonRow & Record<string, unknown>>(sql`
    select m.id, m.displayname, m.username, m.avatar,
      ${friendshipOf(member, sql`m.id`)} as friendship, ${mutualCount(member, sql`m.id`)} as mutual,
      ${isOnline(member, sql`m.id`)} as "isOnline"
    from unnest(${sql.param(ids)}::bigint[]) with ordinality named (id, ordinality)
    join members m on m.id = named.id
    where ${visibleAuthor(member, sql`m.id`)}
    order by named.ordinality`);
  return rows.map((row) => friendRowView(row, origin));
}
