import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type SqlViewer, type Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** At most so many friends of the viewer are looked for. */
const friendsAtMost = 100;
/** Only so many of the newest are looked at: lists ask for twenty containers, and visitors see few. */
const candidatesAtMost = 50;

/**
 * Selects friends of the viewer in containers with these ids (a number, or `any (ids)`), each by a
 * probe of the primary key: a join would read all members of a large container (`offset 0`), and so
 * would the index of those who joined, which a condition on the state in the probe admits.
 */
export const selectFriendMembers = (viewer: SqlViewer, type: ContainerType, ids: SQL): SQL =>
  isMember(viewer)
    ? sql`
      select ms.id, ms.member_id, ms.joined_at
      from (
        select f.friend_id
        from friendships f
        where f.member_id = ${viewer.id}
        limit ${friendsAtMost}
      ) f
      cross join lateral (
        select ms.id, ms.member_id, ms.joined_at, ms.state
        from memberships ms
        where ms.type = ${type}
          and ms.id = ${ids}
          and ms.member_id = f.friend_id
        offset 0
      ) ms
      where ms.state = 'member'`
    : sql`
      select 0::bigint as id, 0::bigint as member_id, now() as joined_at
      where false`;

/**
 * Selects some members of a container as JSON, friends first, then the newest: for those who read
 * the list of its members.
 * @param id not a column of `ms`
 * @param friends a table expression: `selectFriendMembers`
 */
export function memberFaces(
  viewer: SqlViewer,
  { type, id, friends, limit }: { type: ContainerType | SQL; id: SQL; friends: SQL; limit: number },
): SQL {
  const isShown = visibleCard(viewer, sql`face.id`, sql`face.status`);
  return sql`
    (
      select json_agg(
        ${memberCardJson(sql`face`, avatarFor(viewer, sql`face`))}
        order by found.is_friend desc, found.joined_at desc, face.id desc
      )
      from (
        select found.*
        from (
          (
            select friend.member_id, friend.joined_at, true as is_friend
            from ${friends} friend
            join members face on face.id = friend.member_id
            where friend.id = ${id}
              and ${isShown}
            order by friend.joined_at desc, friend.member_id desc
            limit ${limit}
          )
          union all
          (
            select newest.member_id, newest.joined_at, false
            from (
              select ms.member_id, ms.joined_at
              from memberships ms
              where ms.type = ${type}
                and ms.id = ${id}
                and ms.state = 'member'
              order by ms.joined_at desc, ms.member_id desc
              limit ${candidatesAtMost}
            ) newest
            join members face on face.id = newest.member_id
            where not exists (
              select from ${friends} friend
              where friend.id = ${id} and friend.member_id = newest.member_id
            )
              and ${isShown}
            order by newest.joined_at desc, newest.member_id desc
            limit ${limit}
          )
        ) found
        order by found.is_friend desc, found.joined_at desc, found.member_id desc
        limit ${limit}
      ) found
      join members face on face.id = found.member_id
    )`;
}

/**
 * Some members of each container, by its id, in one statement.
 * @param rows containers of a kind; only those that the viewer reads, with their list of members, have any
 */
export async function listMemberFaces(
  viewer: Viewer,
  type: ContainerType,
  rows: Array<{ id: number; isReadable: boolean; isMemberListShown: boolean }>,
  limit: number,
): Promise<Map<number, MemberCard[]>> {
  const shown = rows.filter((row) => row.isReadable && row.isMemberListShown);
  const ids = [...new Set(shown.map(({ id }) => id))];
  if (!ids.length) return new Map();
  const listed = sql`any(${sql.param(ids)}::bigint[])`;
  const faces = memberFaces(viewer, { type, id: sql`listed.id`, friends: sql`friends`, limit });
  const found = await db.execute<{ id: number; faces: MemberCard[] | null }>(sql`
    with friends as materialized (${selectFriendMembers(viewer, type, listed)})
    select listed.id, ${faces} as faces
    from unnest(${sql.param(ids)}::bigint[]) listed (id)`);
  return new Map(found.map(({ id, faces: people }) => [id, people ?? []]));
}
