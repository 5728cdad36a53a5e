import type { SQL } from 'drizzle-orm';
import { hasRoleOf, roles } from '#domains/containers/container-access.rules.ts';
import type { ItemRef } from '#domains/containers/container-items.server.ts';
import type { Change, ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyContainerStaff,
  notifyFromSite,
  withdrawActor,
} from '#domains/containers/container-notices.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { counted } from '#lib/text.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import type { ExportRows } from '#server/export-rows.ts';
import { exportKey, wireTypeSql } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';
import { maxSeats, type ItemAnswer } from './answers.rules.ts';
import { mailGuests } from './guest-mails.server.ts';

/** The id of a member, or a guest by mail. */
export type Answering = number | { guestId: number };

const isOf = (answering: Answering, a: SQL): SQL =>
  typeof answering === 'number'
    ? sql`${a}.member_id = ${answering}`
    : sql`${a}.guest_id = ${answering.guestId}`;
const isAnotherThan = (answering: Answering, a: SQL): SQL =>
  sql`(${isOf(answering, a)}) is not true`;

// Everything here runs under the lock of the container (`changeContainer`), so that places are given
// one after the other.

/** Somebody who waited, and got a place in this transaction. */
interface Promoted extends ContainerRef, ItemRef, Record<string, unknown> {
  /** Null: a guest by mail. */
  memberId: number | null;
}

/** Notifies those who got a place, if the kind has a notice for that; guests by mail get a mail. */
async function notifyPromoted(tx: Tx, promoted: Promoted[]): Promise<void> {
  const byItem = Map.groupBy(promoted, ({ type, itemId }) => `${type} ${itemId}`);
  for (const those of byItem.values()) {
    const [{ type, id, itemId }] = those as [Promoted];
    const wall = { type, id: Number(id) };
    const notice = membershipNotice(wall, 'seated');
    const memberIds = those.flatMap(({ memberId }) => (memberId === null ? [] : Number(memberId)));
    if (memberIds.length < those.length)
      await mailGuests(
        tx,
        type,
        new Map([[Number(itemId), '']]),
        'seated',
        sql`a.promoted_at = transaction_timestamp()`,
      );
    if (notice && memberIds.length)
      await notifyFromSite(tx, wall, notice, memberIds, Number(itemId));
  }
}

/**
 * Gives free places of items to those who wait.
 * @param answering who has just answered, and reads there that they got one
 */
export async function settle(
  tx: Tx,
  type: string,
  itemIds: number[],
  answering: Answering | null = null,
): Promise<void> {
  await tx.execute(sql`
    select settle_seats(${type}, item.id)
    from unnest(${sql.param(itemIds)}::bigint[]) item (id)`);
  const promoted = await tx.execute<Promoted>(sql`
    select a.type, a.id, a.item_id as "itemId", a.member_id as "memberId"
    from container_answers a
    where a.type = ${type}
      and a.item_id = any (${sql.param(itemIds)}::bigint[])
      and a.promoted_at = transaction_timestamp()
      and a.answered_at <> ${now()}
      ${answering === null ? sql`` : sql`and ${isAnotherThan(answering, sql`a`)}`}
    order by a.member_id`);
  await notifyPromoted(tx, promoted);
}

/**
 * Ends the answers of a member who leaves, is removed or banned: to items of the container and of what
 * lies in it, without one to all. Answers to what has closed stay. Before the membership is written,
 * since it locks what lies in the container.
 */
export async function endAnswers(tx: Tx, memberId: number, ref?: ContainerRef): Promise<void> {
  const promoted = await tx.execute<Promoted>(sql`
    select type, id, item_id as "itemId", member_id as "memberId"
    from end_answers(${memberId}, ${ref?.type ?? null}, ${ref?.id ?? null})`);
  for (const [, { onAnswersEnd }] of entriesOf('containerKinds'))
    await onAnswersEnd?.(tx, memberId, ref);
  await notifyPromoted(tx, promoted);
}

export interface SeatsOptions {
  /** Null: any number. */
  capacity: number | null;
  hasQueue?: boolean;
  maySmallerPass?: boolean;
  /** Null: never. */
  closesAt?: Date | null;
}

/** Sets the places of an item; more places go to those who wait, and with fewer nobody loses any. */
export async function setSeats(
  tx: Tx,
  { type, id }: ContainerRef,
  itemId: number,
  { capacity, hasQueue = true, maySmallerPass = false, closesAt = null }: SeatsOptions,
): Promise<void> {
  const written = await tx.execute(sql`
    insert into container_seats as s (
      type, item_id, id, capacity, has_queue, may_smaller_pass, closes_at
    )
    values (
      ${type}, ${itemId}, ${id}, ${capacity}, ${hasQueue}, ${maySmallerPass},
      ${closesAt?.toISOString() ?? null}::timestamptz
    )
    on conflict (type, item_id) do update
    set capacity = excluded.capacity, has_queue = excluded.has_queue,
      may_smaller_pass = excluded.may_smaller_pass, closes_at = excluded.closes_at
    where s.id = excluded.id
    returning 1`);
  // An item stays with its container.
  if (!written.length) throw notFound();
  await settle(tx, type, [itemId]);
}

interface Seats extends Record<string, unknown> {
  /** Null: any number. */
  capacity: number | null;
  /** Places that others have not taken; null: any number. */
  free: number | null;
  hasQueue: boolean;
  isClosed: boolean;
  /** They fit at all, and may not be overtaken. */
  hasOthersQueued: boolean;
  nextNo: number;
  /** Places that the member has, and their number in the queue. */
  ownSeats: number;
  ownNo: number | null;
}

/** Answers as a member of the container, while it is open; the staff is notified of who comes. */
export async function answerItem(
  { tx, container, membership, relation }: Change,
  member: Member,
  itemId: number,
  itemAnswer: ItemAnswer,
): Promise<number | null> {
  if (!membership || !hasRoleOf(relation, roles.member) || container.state !== 'open')
    throw forbidden();
  const queueNo = await writeAnswer(tx, container, itemId, member.id, itemAnswer);
  const notice = membershipNotice(container, 'answered');
  if (itemAnswer.answer === 'going')
    await notifyContainerStaff(tx, member, container, notice, roles.moderator, itemId);
  else await withdrawActor(tx, member, { ...container, id: itemId }, notice);
  return queueNo;
}

/**
 * Writes the answer of a member of the container, or of a guest by mail. Whoever finds no place waits with a number, behind
 * those who wait already, or is refused where there is no queue. More places than before that are not
 * there are refused, and the member keeps those that they have.
 * @returns the number in the queue; null: the answer stands
 */
export async function writeAnswer(
  tx: Tx,
  ref: ContainerRef,
  itemId: number,
  answering: Answering,
  itemAnswer: ItemAnswer,
): Promise<number | null> {
  const { type, id } = ref;
  const { answer, seats = 1 } = itemAnswer;
  const queueNo = queueNumber(
    await readOpenSeats(tx, ref, itemId, answering, itemAnswer),
    itemAnswer,
  );
  const isMember = typeof answering === 'number';
  await tx.execute(sql`
    insert into container_answers (
      type, item_id, id, member_id, guest_id, answer, seats, queue_no, answered_at
    )
    values (
      ${type}, ${itemId}, ${id}, ${isMember ? answering : null}, ${isMember ? null : answering.guestId},
      ${answer}, ${seats}, ${queueNo}, ${now()}
    )
    on conflict ${isMember ? sql`(type, item_id, member_id)` : sql`(guest_id)`} do update
    set answer = excluded.answer, seats = excluded.seats, queue_no = excluded.queue_no,
      answered_at = excluded.answered_at, promoted_at = null`);
  await settle(tx, type, [itemId], answering);
  const [own] = await tx.execute<{ queueNo: number | null }>(sql`
    select own.queue_no::int as "queueNo"
    from container_answers own
    where own.type = ${type} and own.item_id = ${itemId} and ${isOf(answering, sql`own`)}`);
  return own!.queueNo;
}

const locked = () => sql`for update of s`;

/** The places of an item as they find them; undefined if it has none. */
async function readSeats(
  tx: Tx,
  { type, id }: ContainerRef,
  itemId: number,
  answering: Answering,
  locking = locked(),
): Promise<Seats | undefined> {
  const [row] = await tx.execute<Seats>(sql`
    select s.capacity, s.capacity - coalesce(others.taken, 0)::int as free, s.has_queue as "hasQueue",
      coalesce(s.closes_at <= ${now()}, false) as "isClosed",
      others.queued > 0 and not s.may_smaller_pass as "hasOthersQueued", coalesce(others.last_no, 0)::int + 1 as "nextNo",
      case when own.answer = 'going' and own.queue_no is null then own.seats else 0 end as "ownSeats",
      own.queue_no::int as "ownNo"
    from container_seats s
    cross join lateral (
      select sum(a.seats) filter (where a.answer = 'going' and a.queue_no is null) as taken,
        count(a.queue_no) filter (where s.capacity is null or a.seats <= s.capacity) as queued,
        max(a.queue_no) as last_no
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id and ${isAnotherThan(answering, sql`a`)}
    ) others
    left join container_answers own on own.type = s.type
      and own.item_id = s.item_id
      and ${isOf(answering, sql`own`)}
    where s.type = ${type} and s.item_id = ${itemId} and s.id = ${id}
    ${locking}`);
  return row;
}

/** As `readSeats`, for an answer that may be given: not found without places, refused once it is over. */
export async function readOpenSeats(
  tx: Tx,
  ref: ContainerRef,
  itemId: number,
  answering: Answering,
  itemAnswer: ItemAnswer,
  locking = locked(),
): Promise<Seats> {
  const { seats = 1 } = itemAnswer;
  if (seats < 1 || seats > maxSeats)
    throw invalid(`Please choose 1 to ${maxSeats} places.`, 'seats');
  const row = await readSeats(tx, ref, itemId, answering, locking);
  if (!row) throw notFound();
  if (row.isClosed) throw invalid('This is over, so answers can no longer be changed.');
  if (neverFits(row, itemAnswer)) {
    const { capacity } = row;
    const verb = capacity === 1 ? 'is' : 'are';
    throw invalid(`There ${verb} only ${counted(capacity!, 'place')} in all.`, 'seats');
  }
  return row;
}

/** Asks for more places than there are in all, and has not got them already. */
const neverFits = ({ capacity, ownSeats }: Seats, { answer, seats = 1 }: ItemAnswer): boolean =>
  answer === 'going' && capacity !== null && seats > Math.max(capacity, ownSeats);

/** Keeps an answer given with a request to join, until the member is let in (`writeItemAnswers`). */
export async function keepAnswer(
  tx: Tx,
  ref: ContainerRef,
  itemId: number,
  memberId: number,
  { answer, seats = 1 }: ItemAnswer,
): Promise<void> {
  await readOpenSeats(tx, ref, itemId, memberId, { answer, seats });
  await tx.execute(sql`
    update memberships ms
    set item_answers = coalesce(ms.item_answers, '{}')
      || jsonb_build_object(${itemId}::text, ${JSON.stringify({ answer, seats })}::jsonb)
    where ms.type = ${ref.type} and ms.id = ${ref.id} and ms.member_id = ${memberId}`);
}

/**
 * Writes the answers that members gave with their requests, in the order of these. Those to items that
 * are over or were deleted count for nothing.
 * @returns who finds no places for one of them; theirs are still kept, if they only ask
 */
export async function writeItemAnswers(
  tx: Tx,
  ref: ContainerRef,
  memberIds: number[],
): Promise<number[]> {
  const { type, id } = ref;
  const ofMembers = sql`
    ms.type = ${type}
    and ms.id = ${id}
    and ms.member_id = any (${sql.param(memberIds)}::bigint[])
    and ms.item_answers is not null`;
  const rows = await tx.execute<{ memberId: number; answers: Record<string, ItemAnswer> }>(sql`
    select ms.member_id as "memberId", ms.item_answers as answers
    from memberships ms
    where ${ofMembers}
    order by ms.requested_at, ms.member_id`);
  if (!rows.length) return [];
  const withoutSeats: number[] = [];
  for (const { memberId, answers } of rows) {
    const found: Array<{ itemId: number; itemAnswer: ItemAnswer; row: Seats }> = [];
    for (const [key, itemAnswer] of Object.entries(answers)) {
      const itemId = Number(key);
      const row = await readSeats(tx, ref, itemId, Number(memberId));
      if (row && !row.isClosed) found.push({ itemId, itemAnswer, row });
    }
    if (found.some(({ row, itemAnswer }) => findQueueNo(row, itemAnswer) === 'none'))
      withoutSeats.push(Number(memberId));
    else
      for (const { itemId, itemAnswer } of found)
        await writeAnswer(tx, ref, itemId, Number(memberId), itemAnswer);
  }
  await tx.execute(sql`
    update memberships ms
    set item_answers = null
    where ${ofMembers}
      and (ms.state = 'member' or ms.member_id <> all (${sql.param(withoutSeats)}::bigint[]))`);
  return withoutSeats;
}

/** The number in the queue, null for an answer that stands, or 'none' if it finds no places. */
function findQueueNo(row: Seats, itemAnswer: ItemAnswer): number | null | 'none' {
  const { free, hasQueue, hasOthersQueued, nextNo, ownSeats, ownNo } = row;
  const { answer, seats = 1 } = itemAnswer;
  if (neverFits(row, itemAnswer)) return 'none';
  if (answer !== 'going' || seats <= ownSeats) return null;
  const isFree = free === null || seats <= free;
  if (isFree && (!hasOthersQueued || ownNo !== null)) return ownNo;
  if (ownSeats > 0 || !hasQueue) return 'none';
  return ownNo ?? nextNo;
}

export const noSeats = () => invalid('There are not enough places left.', 'seats');

function queueNumber(row: Seats, itemAnswer: ItemAnswer): number | null {
  const queueNo = findQueueNo(row, itemAnswer);
  if (queueNo === 'none') throw noSeats();
  return queueNo;
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
