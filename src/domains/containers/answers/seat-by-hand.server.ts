import { wallOf, type ItemRef } from '#domains/containers/container-items.server.ts';
import { changeAsModerator, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { settle } from './answers.server.ts';

/**
 * Gives the places that a member waits for, also over the capacity and before others; the log says so.
 * Not found if the member does not wait.
 */
export async function seatByHand(
  member: Member,
  { type, itemId }: ItemRef,
  memberId: number,
): Promise<void> {
  const wall = await wallOf(type, itemId);
  await changeAsModerator(member, wall, async ({ tx, container }) => {
    const seated = await tx.execute(sql`
      update container_answers a
      set queue_no = null, promoted_at = transaction_timestamp()
      from container_seats s
      where s.type = ${type}
        and s.item_id = ${itemId}
        and s.id = ${wall.id}
        and (s.closes_at is null or s.closes_at > ${now()})
        and a.type = s.type
        and a.item_id = s.item_id
        and a.member_id = ${memberId}
        and a.queue_no is not null
      returning 1`);
    if (!seated.length) throw notFound();
    await settle(tx, type, [itemId]);
    await writeAuditEntry(tx, container, member.id, { action: 'seat', targetId: memberId });
  });
}
