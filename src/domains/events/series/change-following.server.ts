import { settle } from '#domains/containers/answers/answers.server.ts';
import type { Change } from '#domains/containers/container-lock.server.ts';
import { cancelRows } from '#domains/events/changes/cancel-rows.server.ts';
import { markMoved, readStates } from '#domains/events/changes/mark-moved.server.ts';
import { isOnAnotherDay } from '#domains/events/changes/moved.ts';
import type { EventTimes } from '#domains/events/time/event-times.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { listOccurrences } from '#lib/occurrences.ts';
import { parseRule, shiftRule, writeRule, type RecurrenceRule } from '#lib/recurrence-rule.ts';
import { addSeconds, secondsBetween, toWallTime, type WallTime } from '#lib/wall-time.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import {
  endSeries,
  readFollowing,
  type SeriesEvent,
  type SeriesRow,
} from './following-rows.server.ts';
import * as rows from './series.server.ts';

const week = 7 * 86_400;
const ids = (events: Array<{ id: number }>) => events.map(({ id }) => id);

/** The new wall time of each: that of the rule at the same distance, else the nearest within a week. */
function pairTimes(
  events: SeriesEvent[],
  starts: WallTime[],
  shift: number,
): Map<number, WallTime> {
  const free = new Set(starts);
  const pairs = new Map<number, WallTime>();
  const pair = ({ id }: SeriesEvent, start: WallTime | undefined) => {
    if (start && free.delete(start)) pairs.set(id, start);
  };
  const expected = (event: SeriesEvent) => addSeconds(event.originalLocal, shift);
  for (const event of events) pair(event, expected(event));
  for (const event of events.filter(({ id }) => !pairs.has(id))) {
    const distance = (start: WallTime) => Math.abs(secondsBetween(expected(event), start));
    const near = [...free].filter((start) => distance(start) < week);
    pair(event, near.toSorted((a, b) => distance(a) - distance(b))[0]);
  }
  return pairs;
}

/** The rule from then on; of a number of times what is left. */
function followingRule(
  { rule, startsLocal }: SeriesRow,
  from: WallTime,
  to: WallTime,
): RecurrenceRule {
  const before = parseRule(rule, startsLocal);
  if (!before) throw invalid('This series has ended.', 'scope');
  const { count } = before;
  const past =
    count && listOccurrences(before, startsLocal, { from: startsLocal, to: from, max: count });
  return shiftRule({ ...before, ...(past ? { count: count - past.length } : {}) }, from, to);
}

export interface FollowingChange {
  /** Those that the event is given; the others are moved by as much. */
  times: EventTimes | undefined;
  isAllDay: boolean | undefined;
  /** Columns of events. */
  details: Record<string, unknown>;
  /** An RRULE; absent: the one before, moved with it. */
  rule: string | undefined;
}

/**
 * Changes an event of a series and those that follow it: ends the series before it, and makes another
 * on the same wall. Those that were changed by themselves or cancelled stay as they are, and so does
 * what has begun. Guests whose day stays keep their answers, others are asked again.
 */
export async function changeFollowing(
  { tx, container }: Change,
  member: Member,
  eventId: number,
  { times, isAllDay, details, rule: ruleText }: FollowingChange,
): Promise<void> {
  const { series, own, rows: following } = await readFollowing(tx, eventId);
  const first = following[0]!;
  const target = times ?? own;
  const base =
    first === own
      ? target.startsLocal
      : addSeconds(first.originalLocal, secondsBetween(own.startsLocal, target.startsLocal));
  const rule = ruleText
    ? rows.readRule(ruleText, base)
    : followingRule(series, first.originalLocal, base);
  const nowThere = toWallTime(new Date(series.now), target.timezone);
  const { starts, ...plan } = rows.planRows(rule, base, {
    from: base,
    today: nowThere > base ? nowThere : base,
  });
  if (starts[0] !== base)
    throw invalid('Please say when it takes place again, beginning with that day.', 'rrule');

  const { id: seriesId } = await insertRow(tx, 'event_series', {
    wallId: container.id,
    rule: writeRule(rule),
    startsLocal: base,
    timezone: target.timezone,
    ...plan,
  });
  const isKept = (event: SeriesEvent) =>
    event.status === 'cancelled' || (event.isDetached && event !== own);
  const pairs = pairTimes(following, starts, secondsBetween(first.originalLocal, base));
  const paired = following.filter(({ id }) => pairs.has(id));
  const changed = paired.filter((event) => !isKept(event));
  const [template] = changed;
  if (!template) throw invalid('None of these would change.', 'scope');
  const before = await readStates(tx, ids(changed));
  await moveRows(tx, seriesId, paired, (event) => {
    const originalLocal = pairs.get(event.id)!;
    const moved = isKept(event) ? rows.timesAt(event.startsLocal, event) : undefined;
    return { ...(moved ?? rows.timesAt(originalLocal, target)), originalLocal };
  });
  await updateRow(tx, 'events', sql`id = any (${sql.param(ids(changed))}::bigint[])`, {
    ...details,
    timezone: target.timezone,
    isAllDay,
    isDetached: false,
    sequence: sql`sequence + 1`,
    modifiedAt: now(),
  });
  const options = { wallId: container.id, actorId: member.id };
  const asked = await markMoved(tx, before, { ...options, asks: isOnAnotherDay });
  await askAgain(tx, container.id, asked);
  await dropEvents(
    tx,
    options,
    following.filter((event) => !pairs.has(event.id) && !isKept(event)),
  );
  await endSeries(tx, series, first.originalLocal);
  await rows.writeSeats(tx, ids(changed));
  await settle(tx, 'event', ids(changed));
  const taken = new Set(pairs.values());
  const added = await rows.addOccurrences(tx, {
    seriesId,
    template: { ...rows.timesAt(pairs.get(template.id)!, target), id: template.id },
    starts: starts.filter((start) => !taken.has(start)),
  });
  await rows.copySeriesAnswers(tx, container, added);
}

/** Gives events to another series, with their times there. */
async function moveRows(
  tx: Tx,
  seriesId: number,
  events: SeriesEvent[],
  timesOf: (event: SeriesEvent) => ReturnType<typeof rows.timesAt> & { originalLocal: WallTime },
): Promise<void> {
  const times = events.map(timesOf);
  await tx.execute(sql`
    update events i
    set series_id = ${seriesId}, original_local = moved.original_local::timestamp,
      starts_local = made.starts_local::timestamp, ends_local = made.ends_local::timestamp,
      starts_at = made.starts_at::timestamptz, ends_at = made.ends_at::timestamptz
    from ${rows.timesTable(times)}
    join unnest(
      ${sql.param(ids(events))}::bigint[],
      ${sql.param(times.map(({ originalLocal }) => originalLocal))}::text[]
    ) with ordinality moved (id, original_local, position) using (position)
    where i.id = moved.id`);
}

/** Takes the answers of guests whose day is another; the owner's stay. */
async function askAgain(tx: Tx, wallId: number, eventIds: number[]): Promise<void> {
  if (!eventIds.length) return;
  await tx.execute(sql`
    delete from container_answers a
    using containers c
    where c.type = 'event'
      and c.id = ${wallId}
      and a.type = 'event'
      and a.item_id = any (${sql.param(eventIds)}::bigint[])
      and a.member_id <> c.owner_id`);
  await tx.execute(sql`delete from event_series_answers where wall_id = ${wallId}`);
}

/** Cancels those for which the rule has no day any more; without guests they leave all lists. */
async function dropEvents(
  tx: Tx,
  options: { wallId: number; actorId: number },
  dropped: SeriesEvent[],
): Promise<void> {
  const found = await tx.execute<{ id: number }>(sql`
    select distinct a.item_id::float8 as id
    from container_answers a
    where a.type = 'event'
      and a.item_id = any (${sql.param(ids(dropped))}::bigint[])
      and a.answer in ('going', 'maybe')`);
  const answered = new Set(ids(found));
  const isAnswered = ({ id }: SeriesEvent) => answered.has(id);
  await cancelRows(tx, options, ids(dropped.filter(isAnswered)));
  const others = dropped.filter((event) => !isAnswered(event));
  await cancelRows(tx, { ...options, cancelledAt: '-infinity' }, ids(others));
}
