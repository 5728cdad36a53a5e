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
import type { SqlViewer, Viewer } from '#domains/policy/viewer.ts';
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

interface Parts {
  withMembers: boolean;
  withRelated: boolean;
}

/** Selects the parts asked for; null for the others, and for the related of a kind without categories. */
function composeAside(type: ContainerType, { withMembers, withRelated }: Parts) {
  const details = findContainerKind(type)?.categories?.details;
  return composedForMembers((viewer, own: SQL) => {
    const id = sql`${own}::bigint`;
    const faces = { type, id, friends: sql`friends`, limit: membersAtMost };
    const related = details && selectRelated(viewer, type, id, sql.raw(details));
    return sql`
      with friends as materialized (${selectFriendMembers(viewer, type, id)})
      select ${withMembers ? memberFaces(viewer, faces) : sql`null`} as members,
        ${(withRelated && related) || sql`null`} as related`;
  });
}
/** By the kind of container and the parts. */
const composed = new Map<string, ReturnType<typeof composeAside>>();

function selectAside(viewer: Viewer, type: ContainerType, id: number, parts: Parts): SQL {
  const key = JSON.stringify([type, parts]);
  const select = composed.get(key) ?? composeAside(type, parts);
  composed.set(key, select);
  return select(viewer, id);
}

const selectRelated = (viewer: SqlViewer, type: ContainerType, id: SQL, details: SQL): SQL => sql`
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
  )`;

/** Reads what stands beside a container that the viewer reads, in one statement. */
export async function readContainerAside(
  viewer: Viewer,
  type: ContainerType,
  { id, isMemberListShown }: Pick<ContainerRow, 'id' | 'isMemberListShown'>,
  { withMembers = true, withRelated = true } = {},
): Promise<ContainerAside> {
  const parts = { withMembers: isMemberListShown && withMembers, withRelated };
  const [row] = await db.execute<{
    members: MemberCard[] | null;
    related: RelatedContainer[] | null;
  }>(selectAside(viewer, type, id, parts));
  return { members: row!.members ?? [], related: row!.related ?? [] };
}
