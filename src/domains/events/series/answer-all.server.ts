import type { ItemAnswer } from '#domains/containers/answers/answers.rules.ts';
import { writeAnswers } from '#domains/containers/answers/bulk-answers.server.ts';
import type { Change, ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

/**
 * Gives all events of a series that have not begun the answer of a guest, and those that follow, while
 * places last.
 */
export async function answerAll(
  { tx, container }: Change,
  member: Member,
  { answer, seats = 1 }: ItemAnswer,
): Promise<void> {
  const { id: wallId } = container;
  if (answer === 'declined') await endSeriesAnswers(tx, member.id, container);
  else
    await upsertRow(tx, 'event_series_answers', { wallId, memberId: member.id }, { answer, seats });
  const rows = await tx.execute<{ id: number }>(sql`
    select i.id::float8 as id
    from events i
    where i.wall_id = ${wallId}
      and i.series_id is not null
      and i.starts_at > ${now()}
      and i.status <> 'cancelled'
    order by i.id`);
  const given = sql`
    select ${member.id}::bigint as member_id, ${answer}::text as answer,
      ${seats}::smallint as seats, 1 as position`;
  const ids = rows.map(({ id }) => id);
  await writeAnswers(tx, container, ids, given, member.id);
}

/** Ends answers to all of a series: of that container, of those that lie in it, without one all. */
export const endSeriesAnswers = (tx: Tx, memberId: number, ref?: ContainerRef) =>
  tx.execute(sql`
    delete from event_series_answers chosen
    using containers c
    where chosen.member_id = ${memberId}
      and c.type = 'event'
      and c.id = chosen.wall_id
      and ${
        ref
          ? sql`(
            (c.type = ${ref.type} and c.id = ${ref.id})
            or (c.parent_type = ${ref.type} and c.parent_id = ${ref.id})
          )`
          : sql`true`
      }`);
