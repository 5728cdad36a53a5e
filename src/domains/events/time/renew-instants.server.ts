import { lockContainer } from '#domains/containers/container-lock.server.ts';
import { markMoved, readStates } from '#domains/events/changes/mark-moved.server.ts';
import { isMovedFar } from '#domains/events/changes/moved.ts';
import { eventRef } from '#domains/events/event-rows.server.ts';
import { writeSeats } from '#domains/events/series/series.server.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { timesColumns, toInstants, type EventTimes } from './event-times.server.ts';

interface Row extends EventTimes, Record<string, unknown> {
  id: number;
  wallId: number;
  /** Milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
}

const batchSize = 500;

const readBatch = (afterId: number): Promise<Row[]> =>
  db.execute<Row>(sql`
    select i.id::float8 as id, i.wall_id::float8 as "wallId", ${timesColumns()},
      (extract(epoch from i.starts_at) * 1000)::float8 as "startsAt",
      (extract(epoch from i.ends_at) * 1000)::float8 as "endsAt"
    from events i
    join containers c on c.type = 'event' and c.id = i.wall_id and c.state in ('open', 'archived')
    where i.id > ${afterId} and i.starts_at > ${now()}
    order by i.id
    limit ${batchSize}`);

/**
 * Job: an update of the server may bring other rules of zones. Events to come keep their wall times,
 * and guests are notified of those whose instant has moved.
 */
export async function renewInstants(): Promise<void> {
  for (let rows = await readBatch(0); rows.length > 0; rows = await readBatch(rows.at(-1)!.id))
    for (const row of rows) await renewOne(row);
}

async function renewOne({ id, wallId, ...row }: Row): Promise<void> {
  const { startsAt, endsAt } = toInstants(row);
  if (startsAt.getTime() === row.startsAt && endsAt.getTime() === row.endsAt) return;
  const { startsLocal, endsLocal, timezone } = row;
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      await lockContainer(tx, eventRef(wallId));
      const before = await readStates(tx, [id]);
      // A host may have moved it meanwhile.
      const isAsRead = sql`
        id = ${id}
        and (starts_local, ends_local, timezone)
          = (${startsLocal}::timestamp, ${endsLocal}::timestamp, ${timezone})`;
      await updateRow(tx, 'events', isAsRead, {
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        sequence: sql`sequence + 1`,
        modifiedAt: now(),
      });
      await writeSeats(tx, [id]);
      await markMoved(tx, before, { wallId, actorId: 0, asks: isMovedFar });
    }),
  );
}
