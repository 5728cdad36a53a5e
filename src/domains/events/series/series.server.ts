import { writeAnswers } from '#domains/containers/answers/bulk-answers.server.ts';
import type { LockedContainer } from '#domains/containers/container-lock.server.ts';
import { andAdmitted } from '#domains/containers/container-parents.server.ts';
import { eventFields } from '#domains/events/events.fields.ts';
import { toInstants, type EventTimes } from '#domains/events/time/event-times.server.ts';
import { hasMore, listOccurrences, maxRows } from '#lib/occurrences.ts';
import { parseRule, type RecurrenceRule } from '#lib/recurrence-rule.ts';
import { addSeconds, secondsBetween, type WallTime } from '#lib/wall-time.ts';
import { columnName } from '#server/columns.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Months ahead for which the events of a series have rows. */
export const monthsAhead = 13;

/** The rule that a host sends. */
export function readRule(text: string, start: WallTime): RecurrenceRule {
  const rule = parseRule(text, start);
  if (!rule) throw invalid('An event cannot repeat like this.', 'rrule');
  return rule;
}

interface Plan {
  starts: WallTime[];
  /** Up to there, not included, the series has rows then. */
  madeTo: WallTime;
  /** Its rule makes no more. */
  isEnded: boolean;
}

/**
 * The rows that a series is to have: for 13 months, at least two and at most 100 that are to come.
 * @param start when the rule begins, @param from where its rows are missing
 * @param existing rows that are to come already
 */
export function planRows(
  rule: RecurrenceRule,
  start: WallTime,
  { from, today, existing = 0 }: { from: WallTime; today: WallTime; existing?: number },
): Plan {
  const ahead = Temporal.PlainDateTime.from(today)
    .add({ months: monthsAhead })
    .toString({ smallestUnit: 'second' });
  const to = ahead > from ? ahead : from;
  const max = Math.max(0, maxRows - existing);
  const atLeast = Math.max(0, 2 - existing);
  const starts = listOccurrences(rule, start, { from, to, atLeast, max });
  const last = starts.at(-1);
  const afterLast = last ? addSeconds(last, 1) : from;
  const isFull = starts.length === max;
  const madeTo = isFull || afterLast > to ? afterLast : to;
  return { starts, madeTo, isEnded: !hasMore(rule, start, madeTo) };
}

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

/** Start and end of an event at that wall time, which takes as long as another. */
export function timesAt(
  startsLocal: WallTime,
  template: EventTimes,
): EventTimes & ReturnType<typeof toInstants> {
  const length = secondsBetween(template.startsLocal, template.endsLocal);
  const times = {
    startsLocal,
    endsLocal: addSeconds(startsLocal, length),
    timezone: template.timezone,
  };
  return { ...times, ...toInstants(times) };
}

/** Selects `starts_local`, `ends_local`, `starts_at` and `ends_at` of these, as texts. */
export const timesTable = (rows: Array<ReturnType<typeof timesAt>>) => sql`
  unnest(
    ${sql.param(rows.map((row) => row.startsLocal))}::text[],
    ${sql.param(rows.map((row) => row.endsLocal))}::text[],
    ${sql.param(rows.map((row) => row.startsAt.toISOString()))}::text[],
    ${sql.param(rows.map((row) => row.endsAt.toISOString()))}::text[]
  ) with ordinality made (starts_local, ends_local, starts_at, ends_at, position)`;

/**
 * Adds the events of a series at these wall times; those that are there already stay as they are.
 * Returns the new ids.
 */
export async function addOccurrences(
  tx: Tx,
  { seriesId, template, starts }: Occurrences,
): Promise<number[]> {
  if (!starts.length) return [];
  const added = await tx.execute<{ id: number }>(sql`
    insert into events (
      id, wall_id, series_id, original_local, starts_local, ends_local, starts_at, ends_at,
      ${copiedColumns}
    )
    select nextval(pg_get_serial_sequence('containers', 'id')), template.wall_id, ${seriesId}::bigint,
      made.starts_local::timestamp, made.starts_local::timestamp, made.ends_local::timestamp,
      made.starts_at::timestamptz, made.ends_at::timestamptz,
      ${copiedColumns}
    from ${timesTable(starts.map((start) => timesAt(start, template)))}
    join (
      select wall_id, ${copiedColumns} from events where id = ${template.id}
    ) template on true
    order by made.starts_local
    on conflict (series_id, original_local) do nothing
    returning id`);
  const ids = added.map(({ id }) => Number(id));
  await writeSeats(tx, ids);
  return ids;
}

/** Writes the places of events as their fields have them. Whoever waits gets none by that (`settle`). */
export const writeSeats = (tx: Tx, eventIds: number[]) =>
  tx.execute(sql`
    insert into container_seats (type, item_id, id, capacity, has_queue, may_smaller_pass, closes_at)
    select 'event', i.id, i.wall_id, nullif(i.capacity, 0), i.has_queue, i.may_smaller_pass,
      -- Nobody answers after the end, nor once it is cancelled.
      case when i.status = 'cancelled' then '-infinity' else i.ends_at end
    from events i
    where i.id = any (${sql.param(eventIds)}::bigint[])
    order by i.id
    on conflict (type, item_id) do update
    set capacity = excluded.capacity, has_queue = excluded.has_queue,
      may_smaller_pass = excluded.may_smaller_pass, closes_at = excluded.closes_at`);

/** Gives new events the answers of guests who answered all of a series, in that order. */
export const copySeriesAnswers = (
  tx: Tx,
  wall: LockedContainer,
  eventIds: number[],
): Promise<void> =>
  writeAnswers(
    tx,
    wall,
    eventIds,
    sql`
      select chosen.member_id, chosen.answer, chosen.seats,
        row_number() over (order by chosen.answered_at, chosen.member_id) as position
      from event_series_answers chosen
      join memberships ms on ms.type = 'event'
        and ms.id = chosen.wall_id
        and ms.member_id = chosen.member_id
        and ms.state = 'member'
      join members m on m.id = chosen.member_id and m.status = 'active'
      where chosen.wall_id = ${wall.id} ${andAdmitted(wall, sql`m.id`)}`,
  );
