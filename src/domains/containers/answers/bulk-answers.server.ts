import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { settle } from './answers.server.ts';

/**
 * Writes answers of members to several items of one container, under its lock. Those who come
 * wait behind others who do already, and get places like them; members with places keep theirs, and
 * without a queue nobody waits. Items that have closed, or have fewer places in all, stay as they are.
 * @param given selects `member_id`, `answer` and `seats`, and `position` for the order
 * @param answeringId who has just answered, and needs no notice of a place
 */
export async function writeAnswers(
  tx: Tx,
  { type, id }: ContainerRef,
  itemIds: number[],
  given: SQL,
  answeringId: number | null = null,
): Promise<void> {
  if (!itemIds.length) return;
  const items = sql`
    s.type = ${type}
    and s.id = ${id}
    and s.item_id = any (${sql.param(itemIds)}::bigint[])`;
  await tx.execute(sql`
    insert into container_answers as own (
      type, item_id, id, member_id, answer, seats, queue_no, answered_at
    )
    select s.type, s.item_id, s.id, given.member_id, given.answer, given.seats,
      case
        when given.answer = 'going'
        then queued.last_no + row_number() over (partition by s.item_id order by given.position)
      end,
      ${now()}
    from container_seats s
    cross join lateral (
      select coalesce(max(a.queue_no), 0) as last_no
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id
    ) queued
    cross join (${given}) given
    where ${items}
      and (s.closes_at is null or s.closes_at > ${now()})
      and (given.answer <> 'going' or s.capacity is null or given.seats <= s.capacity)
    order by s.item_id, given.member_id
    on conflict (type, item_id, member_id) do update
    set answer = excluded.answer, seats = excluded.seats, queue_no = excluded.queue_no,
      answered_at = excluded.answered_at, promoted_at = null
    where own.answer <> 'going' or excluded.answer <> 'going'`);
  await settle(tx, type, itemIds, answeringId);
  await tx.execute(sql`
    delete from container_answers a
    using container_seats s, (${given}) given
    where ${items}
      and not s.has_queue
      and a.type = s.type
      and a.item_id = s.item_id
      and a.member_id = given.member_id
      and a.queue_no is not null`);
}
