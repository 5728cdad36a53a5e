import type { Answer } from '#domains/containers/answers/answers.rules.ts';
import { queuePosition } from '#domains/containers/answers/queue-position.server.ts';
import { recordDownload } from '#domains/containers/audit-log/csv-exports.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { eventRef, readEventAsStaff } from '#domains/events/event-rows.server.ts';
import { answerLabels } from '#domains/events/events.rules.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toCsv } from '#lib/csv.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

interface GuestRow extends Record<string, unknown> {
  name: string;
  answer: Answer;
  seats: number;
  queueNo: number | null;
}

/** The answers to an event as CSV, for its hosts: names without addresses, who waits by number. */
export async function exportGuests(member: Member, eventId: number): Promise<string> {
  const { id: wallId, itemId } = await readEventAsStaff(member, eventId, roles.moderator);
  await recordDownload(member, eventRef(wallId), 'export_members', itemId);
  const rows = await db.execute<GuestRow>(sql`
    select coalesce(m.displayname, g.name) as name, a.answer, a.seats, ${queuePosition(sql`a`)} as "queueNo"
    from container_answers a
    left join members m on m.id = a.member_id
    left join container_mail_guests g on g.id = a.guest_id
    where a.type = 'event'
      and a.item_id = ${itemId}
      and (a.member_id is null or ${visibleCard(member, sql`m.id`, sql`m.status`)})
    order by array_position(array['going', 'maybe', 'declined'], a.answer), a.queue_no nulls first,
      a.answered_at, a.key`);
  return toCsv([
    ['Name', 'Answer', 'Places', 'Number in the queue'],
    ...rows.map(({ name, answer, seats, queueNo }) => [
      name,
      queueNo === null ? answerLabels[answer] : 'Waiting',
      answer === 'going' ? seats : '',
      queueNo ?? '',
    ]),
  ]);
}
