import type { SQL } from 'drizzle-orm';
import type { Answer } from '#domains/containers/answers/answers.rules.ts';
import { queuePosition } from '#domains/containers/answers/queue-position.server.ts';
import { belongsTo, roles } from '#domains/containers/container-access.rules.ts';
import { removalRoleOf } from '#domains/containers/container-rows.server.ts';
import {
  memberColumns,
  type ListedMember,
  type PeopleList,
} from '#domains/containers/kit/people.server.ts';
import { readMemberPage } from '#domains/containers/membership/member-page.server.ts';
import { eventReader, type EventRow } from '#domains/events/event-rows.server.ts';
import { nameMatches } from '#domains/members/name-search.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';

/** A guest with the answer to that event; without one they belong to its wall alone. */
export interface GuestRow extends ListedMember {
  answer: Answer | null;
  seats: number | null;
  queueNo: number | null;
}

/** Guests by their answer; `queued`: who waits for a place, `all`: everybody who belongs to the wall. */
export type GuestList = Answer | 'queued' | 'all';

export interface GuestQuery {
  list?: GuestList;
  search?: string;
  page?: number;
  limit?: number;
}

const hasAnswer = (list: GuestList, itemId: number): SQL => {
  if (list === 'all') return sql`true`;
  const answer = list === 'queued' ? 'going' : list;
  return sql`
    exists (
      select from container_answers own
      where own.type = 'event'
        and own.item_id = ${itemId}
        and own.member_id = ms.member_id
        and own.answer = ${answer}
        and (own.queue_no is not null) = ${list === 'queued'}
    )`;
};

/** The queue number of `ms`, for the order. */
const queueNo = (itemId: number): SQL => sql`
  (
    select own.queue_no
    from container_answers own
    where own.type = 'event' and own.item_id = ${itemId} and own.member_id = ms.member_id
  )`;

/** Lists the guests of an event that the viewer sees, by the time they joined, who waits by number. */
export async function listGuests(
  viewer: Viewer,
  id: number,
  { list = 'all', search = '', page = 1, limit = 20 }: GuestQuery = {},
): Promise<PeopleList<EventRow, GuestRow>> {
  const row = await eventReader.readWithMembers(viewer, id);
  const { itemId } = row;
  const ownRole = isMember(viewer) ? removalRoleOf(row, viewer) : -1;
  const mayRemove = ownRole >= roles.moderator;
  const own = (column: SQL) => sql`
    (
      select ${column}
      from container_answers own
      where own.type = 'event' and own.item_id = ${itemId} and own.member_id = m.id
    )`;
  const guests = await readMemberPage<GuestRow>({
    columns: sql`
      ${memberColumns(viewer)}, ${own(sql`own.answer`)} as answer, ${own(sql`own.seats`)} as seats,
      ${own(queuePosition(sql`own`))} as "queueNo",
      ${mayRemove} and ms.role < ${ownRole} and m.id <> ${isMember(viewer) ? viewer.id : 0}
        as "isRemovable"`,
    conditions: sql`
      ms.type = 'event'
      and ms.id = ${row.id}
      and ms.state = 'member'
      and ${hasAnswer(list, itemId)}
      ${search ? sql`and ${nameMatches(sql`m.name_words`, search)}` : sql``}
      and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}`,
    order: list === 'queued' ? queueNo(itemId) : sql`ms.joined_at, ms.member_id`,
    search,
    page,
    limit,
  });
  return { row, mayRemove, isOfSite: mayRemove && !belongsTo(row, roles.moderator), ...guests };
}
