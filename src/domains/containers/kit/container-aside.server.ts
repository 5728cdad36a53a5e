import { findableContainer, listedContainer } from '#domains/containers/container-access.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import {
  memberFaces,
  selectFriendMembers,
} from '#domains/containers/membership/member-faces.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface RelatedContainer {
  id: number;
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

/** Reads what stands beside a container that the viewer reads, in one statement. */
export async function readContainerAside(
  viewer: Viewer,
  type: ContainerType,
  { id, isMemberListShown }: Pick<ContainerRow, 'id' | 'isMemberListShown'>,
  { withMembers = true, withRelated = true } = {},
): Promise<ContainerAside> {
  const categories = findContainerKind(type)?.categories;
  const details = sql.raw(categories?.details ?? '');
  const own = sql`${id}::bigint`;
  const friends = sql`friends`;
  const members = memberFaces(viewer, { type, id: own, friends, limit: membersAtMost });
  const related = sql`
    select json_agg(
      json_build_object(
        'id', c.id, 'title', c.title, 'avatar', c.avatar, 'memberCount', c.member_count
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
    ) c`;
  const [row] = await db.execute<{
    members: MemberCard[] | null;
    related: RelatedContainer[] | null;
  }>(sql`
    with friends as materialized (${selectFriendMembers(viewer, type, own)})
    select ${isMemberListShown && withMembers ? members : sql`null`} as members,
      ${categories && withRelated ? sql`(${related})` : sql`null`} as related`);
  return { members: row!.members ?? [], related: row!.related ?? [] };
}
