import type { SQL } from 'drizzle-orm';
import { listedContainer } from '#domains/containers/container-access.server.ts';
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
import { entriesOf } from '#server/domain.ts';
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
  /** Items to come of containers whose parent it is, the next first. */
  upcoming: UpcomingItem[];
}

export interface UpcomingItem extends RelatedContainer {
  type: ContainerType;
  /** When it is. */
  note: string;
}

const membersAtMost = 8;
const relatedAtMost = 3;
const upcomingAtMost = 3;
/** So many of a category are compared: to sort them all would cost more the larger it is. */
const candidatesAtMost = 200;

interface Parts {
  withMembers: boolean;
  withRelated: boolean;
  withUpcoming: boolean;
}

/** Selects the parts asked for; null for the others, and for the related of a kind without categories. */
function composeAside(type: ContainerType, { withMembers, withRelated, withUpcoming }: Parts) {
  const details = findContainerKind(type)?.categories?.details;
  return composedForMembers((viewer, own: SQL) => {
    const id = sql`${own}::bigint`;
    const faces = { type, id, friends: sql`friends`, limit: membersAtMost };
    const related = details && selectRelated(viewer, type, id, sql.raw(details));
    return sql`
      with friends as materialized (${selectFriendMembers(viewer, type, id)})
      select ${withMembers ? memberFaces(viewer, faces) : sql`null`} as members,
        ${(withRelated && related) || sql`null`} as related,
        ${withUpcoming ? selectUpcoming(viewer, type, id) : sql`null`} as upcoming`;
  });
}

/** Selects the next items of kinds whose parent it is, one of each wall. */
function selectUpcoming(viewer: SqlViewer, parent: ContainerType, id: SQL): SQL {
  const each = [...entriesOf('containerKinds')].flatMap(([type, { parents, items }]) => {
    if (!items?.upcoming || !parents?.includes(parent)) return [];
    const { isAhead, note } = items.upcoming;
    return [
      sql`
        (
          select json_agg(
            json_build_object(
              'type', next.type, 'id', next.id, 'itemId', next.item_id, 'title', next.title,
              'avatar', next.avatar, 'memberCount', next.member_count, 'note', next.note
            )
            order by next.position
          )
          from (
            select first.*, row_number() over () as position
            from containers c
            cross join lateral (
              select c.type, c.id, i.id as item_id, ${items.title(sql`i`, sql`c`)} as title, c.avatar,
                c.member_count, ${note(viewer, sql`i`)} as note, i.starts_at
              from ${sql.identifier(items.table)} i
              where i.wall_id = c.id and ${isAhead(sql`i`)}
              order by ${items.order(sql`i`)}
              limit 1
            ) first
            where c.type = ${sql.raw(`'${type}'`)}
              and c.parent_type = ${sql.raw(`'${parent}'`)}
              and c.parent_id = ${id}
              and ${listedContainer(viewer, sql`c`)}
            order by first.starts_at
            limit ${upcomingAtMost}
          ) next
        )`,
    ];
  });
  return each.length ? sql`coalesce(${sql.join(each, sql`, `)})` : sql`null`;
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
  { withMembers = true, withRelated = true, withUpcoming = false } = {},
): Promise<ContainerAside> {
  const parts = { withMembers: isMemberListShown && withMembers, withRelated, withUpcoming };
  const [row] = await db.execute<{
    members: MemberCard[] | null;
    related: RelatedContainer[] | null;
    upcoming: UpcomingItem[] | null;
  }>(selectAside(viewer, type, id, parts));
  return {
    members: row!.members ?? [],
    related: row!.related ?? [],
    upcoming: row!.upcoming ?? [],
  };
}
