import { friendRowView, type PersonRow } from '#domains/friends/friends.views.server.ts';
import { friendshipOf, isOnline, mutualCount } from '#domains/friends/friendship.server.ts';
import { nameContains } from '#domains/members/name-search.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { executeWithCustomPlan } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { PeopleFound } from './member-list.schema.ts';
import { isFindable } from './people.server.ts';

export interface MembersQuery {
  /** Part of a name. */
  name: string;
  hasPhoto: boolean;
  /** Only friends who are online. */
  isOnline: boolean;
  page: number;
  limit: number;
}

/** Maximum number of members to count; each one's visibility is checked. */
const maxCounted = 1_000;

/** Selects findable members, newest first, and their count. */
export const membersStatement = (
  member: Member,
  { name, hasPhoto, isOnline: isOnlyOnline, page, limit }: MembersQuery,
) => sql`
  with found as materialized (
    select m.id, m.displayname, m.username, m.avatar
    from members m
    where ${visibleCard(member, sql`m.id`, sql`m.status`)}
      and ${isFindable(member)}
        ${name ? sql`and ${nameContains(sql`m.name_words`, name)}` : sql``}
        ${
          hasPhoto
            ? sql`
        and m.avatar is not null`
            : sql``
        }
        ${isOnlyOnline ? sql`and ${isOnline(member, sql`m.id`)}` : sql``}
    order by m.id desc
    limit ${maxCounted}
  ),
    p as materialized (
      select * from found order by id desc limit ${limit} offset ${(page - 1) * limit}
    )
  select (select count(*)::int from found) as total,
    coalesce(
      (
        select json_agg(row_to_json(shown) order by shown.id desc)
        from (
          select p.*, ${friendshipOf(member, sql`p.id`)} as friendship,
            ${mutualCount(member, sql`p.id`)} as mutual,
            ${isOnline(member, sql`p.id`)} as "isOnline"
          from p
        ) shown
      ),
      '[]'
    ) as rows`;

export async function listMembers(
  member: Member,
  query: MembersQuery,
  origin = '',
): Promise<PeopleFound> {
  const [found] = await executeWithCustomPlan<{ total: number; rows: PersonRow[] }>(
    membersStatement(member, query),
  );
  return {
    page: query.page,
    totalItemCount: found!.total,
    response: found!.rows.map((row) => friendRowView(row, origin)),
  };
}
