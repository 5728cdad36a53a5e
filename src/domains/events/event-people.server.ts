import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { EventItem } from './event-rows.server.ts';

/** So many of those who are going are looked at: the rights of each cost more than the row. */
const candidatesAtMost = 50;

/** Selects some who are going to the event with that id, in the order in which they answered. */
const goingFaces = (viewer: Viewer, itemId: SQL, limit: number): SQL => sql`
  (
    select json_agg(
      ${memberCardJson(sql`face`, avatarFor(viewer, sql`face`))}
      order by face.answered_at, face.id
    )
    from (
      select face.*, going.answered_at
      from (
        select a.member_id, a.answered_at
        from container_answers a
        where a.type = 'event'
          and a.item_id = ${itemId}
          and a.answer = 'going'
          and a.queue_no is null
        limit ${candidatesAtMost}
      ) going
      join members face on face.id = going.member_id
      where ${visibleCard(viewer, sql`face.id`, sql`face.status`)}
      order by going.answered_at, face.id
      limit ${limit}
    ) face
  )`;

/**
 * Some who are going to each event, by its number, in one statement.
 * @param rows only those whose list of guests the viewer reads have any
 */
export async function listGoingFaces(
  viewer: Viewer,
  rows: EventItem[],
  limit: number,
): Promise<Map<number, MemberCard[]>> {
  const shown = rows.filter((row) => row.isReadable && row.isMemberListShown);
  const ids = [...new Set(shown.map(({ itemId }) => itemId))];
  if (!ids.length) return new Map();
  const found = await db.execute<{ id: number; faces: MemberCard[] | null }>(sql`
    select listed.id, ${goingFaces(viewer, sql`listed.id`, limit)} as faces
    from unnest(${sql.param(ids)}::bigint[]) listed (id)`);
  return new Map(found.map(({ id, faces }) => [Number(id), faces ?? []]));
}

export interface EventPeople {
  /** The owner first. */
  hosts: MemberCard[];
  /** None where the viewer does not read the list of guests. */
  going: MemberCard[];
}

const facesAtMost = 8;

/** Reads the hosts of an event that the viewer reads, and some who come. */
export async function readEventPeople(viewer: Viewer, row: EventItem): Promise<EventPeople> {
  const { id, itemId, isMemberListShown } = row;
  const going = isMemberListShown
    ? goingFaces(viewer, sql`${itemId}::bigint`, facesAtMost)
    : sql`null::json`;
  const [found] = await db.execute<{ hosts: MemberCard[] | null; going: MemberCard[] | null }>(sql`
    select ${going} as going, (
      select json_agg(
        ${memberCardJson(sql`host`, avatarFor(viewer, sql`host`))}
        order by ms.role desc, ms.joined_at, host.id
      )
      from memberships ms
      join members host on host.id = ms.member_id
      where ms.type = 'event'
        and ms.id = ${id}
        and ms.state = 'member'
        and ms.role >= ${roles.moderator}
        and ${visibleCard(viewer, sql`host.id`, sql`host.status`)}
    ) as hosts`);
  return { hosts: found!.hosts ?? [], going: found!.going ?? [] };
}
