import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { settle } from './answers.server.ts';

/**
 * Writes answers of members to several items of one container, under its lock. Those who come
 * wait behind others who do already, and get places like them; members with places keep theirs, and
 * get more where these are free. Without a queue nobody waits: whoever finds no places keeps the answer
 * of before. Items that have closed, or have fewer places in all, stay as they are.
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
  await tx.execute(sql`
    insert into container_answers as own (
      type, item_id, id, member_id, answer, seats, queue_no, answered_at
    )
    select wanted.type, wanted.item_id, wanted.id, wanted.member_id, wanted.answer, wanted.seats,
      case
        when wanted.answer = 'going' and wanted.is_going then wanted.own_no
        when wanted.answer = 'going' then others.last_no + wanted.number
      end,
      ${now()}
    from (
      select s.type, s.item_id, s.id, s.has_queue, s.capacity, s.may_smaller_pass,
        coalesce(own.answer = 'going', false) as is_going, own.seats as own_seats,
        own.queue_no as own_no, given.member_id, given.answer, given.seats, row_number() over earlier as number,
        sum(given.seats) filter (where given.answer = 'going') over earlier as needed
      from container_seats s
      cross join (${given}) given
      left join container_answers own on own.type = s.type
        and own.item_id = s.item_id
        and own.member_id = given.member_id
      where s.type = ${type}
        and s.id = ${id}
        and s.item_id = any (${sql.param(itemIds)}::bigint[])
        and (s.closes_at is null or s.closes_at > ${now()})
        and (
          given.answer <> 'going'
          or s.capacity is null
          or given.seats <= s.capacity
          or (own.answer = 'going' and own.queue_no is null and given.seats <= own.seats)
        )
      window earlier as (partition by s.item_id order by given.position)
    ) wanted
    cross join lateral (
      select coalesce(max(a.queue_no), 0) as last_no,
        count(a.queue_no) filter (where a.seats <= wanted.capacity) as queued,
        coalesce(sum(a.seats) filter (where a.answer = 'going' and a.queue_no is null), 0) as taken
      from container_answers a
      where a.type = wanted.type and a.item_id = wanted.item_id
    ) others
    where wanted.answer <> 'going'
      or wanted.capacity is null
      or case
        when not wanted.is_going
          then wanted.has_queue
          or (others.last_no = 0 and others.taken + wanted.needed <= wanted.capacity)
        else wanted.own_no is not null
          or wanted.seats <= wanted.own_seats
          or (
            (others.queued = 0 or wanted.may_smaller_pass)
            and others.taken - wanted.own_seats + wanted.needed <= wanted.capacity
          )
      end
    order by wanted.item_id, wanted.member_id
    on conflict (type, item_id, member_id) do update
    set answer = excluded.answer, seats = excluded.seats, queue_no = excluded.queue_no,
      answered_at = excluded.answered_at, promoted_at = null
    where (own.answer, excluded.answer) <> ('going', 'going') or own.seats <> excluded.seats`);
  await settle(tx, type, itemIds, answeringId);
}
