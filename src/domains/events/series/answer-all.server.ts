import type { ItemAnswer } from '#domains/containers/answers/answers.rules.ts';
import { writeAnswers } from '#domains/containers/answers/bulk-answers.server.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

/**
 * Gives all events of a series that have not begun the answer of a guest, and those that follow, while
 * places last. A member who asks to come answers one alone.
 */
export async function answerAll(
  member: Member,
  eventId: number,
  { answer, seats = 1 }: ItemAnswer,
): Promise<void> {
  const wall = await wallOf('event', eventId);
  await changeContainer(member, wall, async ({ tx, container, membership }) => {
    if (membership?.state !== 'member' || container.state !== 'open') return;
    if (answer === 'declined') await deleteSeriesAnswers(tx, wall.id, member.id);
    else
      await upsertRow(
        tx,
        'event_series_answers',
        { wallId: wall.id, memberId: member.id },
        { answer, seats },
      );
    const rows = await tx.execute<{ id: number }>(sql`
      select i.id::float8 as id
      from events i
      where i.wall_id = ${wall.id}
        and i.series_id is not null
        and i.starts_at > ${now()}
        and i.status <> 'cancelled'
      order by i.id`);
    const given = sql`
      select ${member.id}::bigint as member_id, ${answer}::text as answer,
        ${seats}::smallint as seats, 1 as position`;
    const ids = rows.map(({ id }) => id);
    await writeAnswers(tx, container, ids, given, member.id);
  });
}

/** Ends the answer to all of a series, as when its guest leaves. */
export const deleteSeriesAnswers = (tx: Tx, wallId: number, memberId: number) =>
  tx.execute(sql`
    delete from event_series_answers
    where wall_id = ${wallId} and member_id = ${memberId}`);
