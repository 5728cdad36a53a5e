import { eventFields } from '#domains/events/events.fields.ts';
import { toInstants, type EventTimes } from '#domains/events/time/event-times.server.ts';
import { addSeconds, secondsBetween, type WallTime } from '#domains/events/time/wall-time.ts';
import { columnName } from '#server/columns.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Months ahead for which the events of a series have rows. */
export const monthsAhead = 13;

/** Up to which wall time, not included, a series has rows that is looked at on that day. */
export const aheadOf = (from: WallTime): WallTime =>
  Temporal.PlainDateTime.from(from)
    .add({ months: monthsAhead })
    .toString({ smallestUnit: 'second' });

const copiedColumns = sql.join(
  [...Object.keys(eventFields), 'timezone', 'isAllDay'].map((name) =>
    sql.identifier(columnName(name)),
  ),
  sql`, `,
);

interface Occurrences {
  seriesId: number;
  /** The event from which title, places and all else are copied. */
  template: EventTimes & { id: number };
  starts: WallTime[];
}

/**
 * Adds the events of a series at these wall times; those that are there already stay as they are.
 * Returns the new ids.
 */
export async function addOccurrences(
  tx: Tx,
  { seriesId, template, starts }: Occurrences,
): Promise<number[]> {
  const length = secondsBetween(template.startsLocal, template.endsLocal);
  const rows = starts.map((startsLocal) => {
    const endsLocal = addSeconds(startsLocal, length);
    const { timezone } = template;
    return { startsLocal, endsLocal, ...toInstants({ startsLocal, endsLocal, timezone }) };
  });
  const added = await tx.execute<{ id: number }>(sql`
    insert into events (
      id, wall_id, series_id, original_local, starts_local, ends_local, starts_at, ends_at,
      ${copiedColumns}
    )
    select nextval(pg_get_serial_sequence('containers', 'id')), template.wall_id, ${seriesId}::bigint,
      made.starts_local::timestamp, made.starts_local::timestamp, made.ends_local::timestamp,
      made.starts_at::timestamptz, made.ends_at::timestamptz,
      ${copiedColumns}
    from unnest(
      ${sql.param(rows.map((row) => row.startsLocal))}::text[],
      ${sql.param(rows.map((row) => row.endsLocal))}::text[],
      ${sql.param(rows.map((row) => row.startsAt.toISOString()))}::text[],
      ${sql.param(rows.map((row) => row.endsAt.toISOString()))}::text[]
    ) made (starts_local, ends_local, starts_at, ends_at)
    join (
      select wall_id, ${copiedColumns} from events where id = ${template.id}
    ) template on true
    order by made.starts_local
    on conflict (series_id, original_local) do nothing
    returning id`);
  const ids = added.map(({ id }) => Number(id));
  await addSeats(tx, ids);
  return ids;
}

/** Gives new events their places. */
export const addSeats = (tx: Tx, eventIds: number[]) =>
  tx.execute(sql`
    insert into container_seats (type, item_id, id, capacity, has_queue, closes_at)
    select 'event', i.id, i.wall_id, nullif(i.capacity, 0), i.has_queue, i.ends_at
    from events i
    where i.id = any (${sql.param(eventIds)}::bigint[])
    order by i.id`);
