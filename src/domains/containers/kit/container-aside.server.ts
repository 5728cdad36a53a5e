import type { SQL } from 'drizzle-orm';
import { findableContainer, listedContainer } from '#domains/containers/container-access.server.ts';
import { firstItem } from '#domains/containers/container-items.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import {
  memberFaces,
  selectFriendMembers,
} from '#domains/containers/membership/member-faces.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface RelatedContainer {
  id: number;
  itemId: number;
  title: string;
  avatar: string | null;
  memberCount: number;
}

export interface ContainerAside {
  /** Friends and its newest members; none where the viewer does not read their list. */
  members: MemberCard[];
  /** The largest of some listed ones of its category. */
  related: RelatedContainer[];
}

const membersAtMost = 8;
const relatedAtMost = 3;
/** So many of a category are compared: to sort them all would cost more the larger it is. */
const candidatesAtMost = 200;

const facesOf = composedForMembers((viewer, type: SQL, id: SQL) =>
  memberFaces(viewer, { type, id, friends: sql`friends`, limit: membersAtMost }),
);

const composeRelated = (type: ContainerType, table: string) => {
  const details = sql.raw(table);
  return composedForMembers(
    (viewer, id: SQL) => sql`
      (
        select json_agg(
          json_build_object(
            'id', c.id, 'itemId', ${firstItem(type, sql`c`)}, 'title', c.title, 'avatar', c.avatar,
            'memberCount', c.member_count
          )
          order by c.member_count desc, c.id desc
        )
        from (
          select *
          from (
            select c.id, c.title, c.avatar, c.member_count
            from ${details} own
            join ${details} other on other.category_id = own.category_id
            join containers c on c.type = ${type} and c.id = other.id
            where own.id = ${id}
              and other.id <> ${id}
              and ${listedContainer(viewer, sql`c`)}
              and ${findableContainer(viewer, sql`c`)}
            limit ${candidatesAtMost}
          ) c
          order by c.member_count desc, c.id desc
          limit ${relatedAtMost}
        ) c
      )`,
  );
};
/** By the kind of container. */
const related = new Map<ContainerType, ReturnType<typeof composeRelated>>();

/** Null for a kind without categories. */
function relatedTo(viewer: Viewer, type: ContainerType, id: SQL): SQL {
  const table = findContainerKind(type)?.categories?.details;
  if (!table) return sql`null`;
  const select = related.get(type) ?? composeRelated(type, table);
  related.set(type, select);
  return select(viewer, id);
}

/** Reads what stands beside a container that the viewer reads, in one statement. */
export async function readContainerAside(
  viewer: Viewer,
  type: ContainerType,
  { id, isMemberListShown }: Pick<ContainerRow, 'id' | 'isMemberListShown'>,
  { withMembers = true, withRelated = true } = {},
): Promise<ContainerAside> {
  const own = sql`${id}::bigint`;
  const [row] = await db.execute<{
    members: MemberCard[] | null;
    related: RelatedContainer[] | null;
  }>(sql`
    with friends as materialized (${selectFriendMembers(viewer, type, own)})
    select ${isMemberListShown && withMembers ? facesOf(viewer, sql`${type}::text`, own) : sql`null`} as members,
      ${withRelated ? relatedTo(viewer, type, own) : sql`null`} as related`);
  return { members: row!.members ?? [], related: row!.related ?? [] };
}
