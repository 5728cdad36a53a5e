import { hasRoleOf, roles } from '#domains/containers/container-access.rules.ts';
import type { Change, ContainerRef } from '#domains/containers/container-lock.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import type { ExportRows } from '#server/export-rows.ts';
import { exportKey, wireTypeSql } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';
import { maxSeats, type Answer } from './answers.rules.ts';

// Everything here runs under the lock of the container (`changeContainer`), so that places are given
// one after the other.

/** Sets the places of an item; more places go to those who wait, and with fewer nobody loses any. */
export async function setSeats(
  tx: Tx,
  { type, id }: ContainerRef,
  itemId: number,
  { capacity, hasQueue = true }: { capacity: number | null; hasQueue?: boolean },
): Promise<void> {
  const written = await tx.execute(sql`
    insert into container_seats as s (type, item_id, id, capacity, has_queue)
    values (${type}, ${itemId}, ${id}, ${capacity}, ${hasQueue})
    on conflict (type, item_id) do update
    set capacity = excluded.capacity, has_queue = excluded.has_queue
    where s.id = excluded.id
    returning 1`);
  // An item stays with its container.
  if (!written.length) throw notFound();
  await tx.execute(sql`select settle_seats(${type}, ${itemId})`);
}

interface Seats extends Record<string, unknown> {
  /** Places that others have not taken; null: any number. */
  free: number | null;
  hasQueue: boolean;
  hasOthersQueued: boolean;
  nextNo: number;
  /** Places that the member has, and their number in the queue. */
  ownSeats: number;
  ownNo: number | null;
}

/**
 * Answers for a member of the container. Whoever finds no place waits with a number, behind those who
 * wait already, or is refused where there is no queue. More places than before that are not there are
 * refused, and the member keeps those that they have.
 * @returns the number in the queue; null: the answer stands
 */
export async function answerItem(
  { tx, container, membership, relation }: Change,
  itemId: number,
  answer: Answer,
  seats = 1,
): Promise<number | null> {
  const { type, id } = container;
  if (seats < 1 || seats > maxSeats)
    throw invalid(`Please choose 1 to ${maxSeats} places.`, 'seats');
  if (!membership || !hasRoleOf(relation, roles.member) || container.state !== 'open')
    throw forbidden();
  const { memberId } = membership;
  const [row] = await tx.execute<Seats>(sql`
    select s.capacity - coalesce(others.taken, 0)::int as free, s.has_queue as "hasQueue",
      others.queued > 0 as "hasOthersQueued", coalesce(others.last_no, 0)::int + 1 as "nextNo",
      case when own.answer = 'going' and own.queue_no is null then own.seats else 0 end as "ownSeats",
      own.queue_no::int as "ownNo"
    from container_seats s
    cross join lateral (
      select sum(a.seats) filter (where a.answer = 'going' and a.queue_no is null) as taken,
        count(a.queue_no) as queued, max(a.queue_no) as last_no
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id and a.member_id <> ${memberId}
    ) others
    left join container_answers own on own.type = s.type
      and own.item_id = s.item_id
      and own.member_id = ${memberId}
    where s.type = ${type} and s.item_id = ${itemId} and s.id = ${id}
    for update of s`);
  if (!row) throw notFound();
  const queueNo = answer === 'going' ? queueNumber(row, seats) : null;
  await tx.execute(sql`
    insert into container_answers (type, item_id, id, member_id, answer, seats, queue_no, answered_at)
    values (${type}, ${itemId}, ${id}, ${memberId}, ${answer}, ${seats}, ${queueNo}, ${now()})
    on conflict (type, item_id, member_id) do update
    set answer = excluded.answer, seats = excluded.seats, queue_no = excluded.queue_no,
      answered_at = excluded.answered_at, promoted_at = null`);
  await tx.execute(sql`select settle_seats(${type}, ${itemId})`);
  const [own] = await tx.execute<{ queueNo: number | null }>(sql`
    select queue_no::int as "queueNo"
    from container_answers
    where type = ${type} and item_id = ${itemId} and member_id = ${memberId}`);
  return own!.queueNo;
}

/** Null for a place. */
function queueNumber(
  { free, hasQueue, hasOthersQueued, nextNo, ownSeats, ownNo }: Seats,
  seats: number,
): number | null {
  if (seats <= ownSeats) return null;
  const isFree = free === null || seats <= free;
  if (isFree && (!hasOthersQueued || ownNo !== null)) return ownNo;
  if (ownSeats > 0 || !hasQueue) throw invalid('There are not so many places left.', 'seats');
  return ownNo ?? nextNo;
}

/** Answers of the member, for the archive. */
export const exportedAnswers: ExportRows = (memberId) => sql`
  select a.type || ' ' || ${exportKey('a.item_id')} as key,
    json_build_object(
      'type', ${wireTypeSql('a.type')}, 'id', a.item_id, 'answer', a.answer, 'seats', a.seats,
      'queued', a.queue_no is not null, 'answered', a.answered_at
    ) as item
  from container_answers a
  where a.member_id = ${memberId}`;
