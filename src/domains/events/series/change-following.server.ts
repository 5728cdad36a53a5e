import { settle } from '#domains/containers/answers/answers.server.ts';
import { askMailGuestsAgain } from '#domains/containers/answers/mail-guests.server.ts';
import type { Change } from '#domains/containers/container-lock.server.ts';
import { cancelRows } from '#domains/events/changes/cancel-rows.server.ts';
import { concernedMembers } from '#domains/events/changes/event-messages.server.ts';
import { markMoved, readStates, statusAgain } from '#domains/events/changes/mark-moved.server.ts';
import { isOnAnotherDay } from '#domains/events/changes/moved.ts';
import type { EventTimes } from '#domains/events/time/event-times.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { listOccurrences } from '#lib/occurrences.ts';
import { parseRule, shiftRule, writeRule, type RecurrenceRule } from '#lib/recurrence-rule.ts';
import { addSeconds, secondsBetween, toWallTime, type WallTime } from '#lib/wall-time.ts';
import { now } from '#server/clock.ts';
import { columnName } from '#server/columns.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import {
  endSeries,
  isOfRule,
  readFollowing,
  type SeriesEvent,
  type SeriesPart,
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
  /** Those that the event is given, if they are others; those that follow are moved by as much. */
  times: EventTimes | undefined;
  isAllDay: boolean | undefined;
  /** Columns of events, where the event has other values. */
  details: Record<string, unknown>;
  /** An RRULE; absent: the one before, moved with it. */
  rule: string | undefined;
}

const lengthOf = ({ startsLocal, endsLocal }: EventTimes) => secondsBetween(startsLocal, endsLocal);
const isOn = ({ status }: SeriesEvent) => status !== 'cancelled';

/** Whether it was moved by itself, or does not take place at its time. */
const keepsTimes = (event: SeriesEvent, usual: SeriesEvent): boolean =>
  event.status === 'cancelled' ||
  event.status === 'postponed' ||
  (event.isDetached &&
    (event.startsLocal !== event.originalLocal ||
      event.timezone !== usual.timezone ||
      lengthOf(event) !== lengthOf(usual)));

/** A wall time moved as the start of an event is: by its days, and to its time if that is another. */
function moveLike(wall: WallTime, from: WallTime, to: WallTime): WallTime {
  const midnight = (one: WallTime) => `${one.slice(0, 10)}T00:00:00`;
  const moved = addSeconds(wall, secondsBetween(midnight(from), midnight(to)));
  return from.slice(10) === to.slice(10) ? moved : moved.slice(0, 10) + to.slice(10);
}

/** A series that goes on with events of others. */
interface Plan {
  parts: SeriesPart[];
  events: SeriesEvent[];
  /** Its start, with the zone and length of its events. */
  target: EventTimes;
  rule: RecurrenceRule;
  starts: WallTime[];
  columns: { madeTo: WallTime; isEnded: boolean };
  /** When the rule has those that stay in it. */
  pairs: Map<number, WallTime>;
  /** New ones are copied from it. */
  template: SeriesEvent;
  keeps: (event: SeriesEvent) => boolean;
  timesOf: (event: SeriesEvent) => EventTimes;
}

/** Null for those that no rule has. */
function planSeries(
  parts: SeriesPart[],
  own: SeriesEvent,
  { times, rule: ruleText }: FollowingChange,
): Plan | null {
  const events = parts
    .flatMap((part) =>
      ruleText ? part.rows : part.rows.filter((event) => isOfRule(part.series, event)),
    )
    .toSorted((a, b) => (a.originalLocal < b.originalLocal ? -1 : 1));
  const template = events.find((event) => isOn(event) && !event.isDetached) ?? events.find(isOn);
  const [first] = events;
  if (!first || !template) return null;
  const { series } = parts[0]!;
  const given = times ?? own;
  // A rule makes of the event a day like the others.
  const isFirst = Boolean(ruleText) && first === own;
  const base = isFirst
    ? given.startsLocal
    : moveLike(first.originalLocal, own.startsLocal, given.startsLocal);
  const hasOtherLength = isFirst || lengthOf(given) !== lengthOf(own);
  const hasOtherZone = isFirst || given.timezone !== own.timezone;
  const target = {
    startsLocal: base,
    endsLocal: addSeconds(base, lengthOf(hasOtherLength ? given : template)),
    timezone: hasOtherZone ? given.timezone : template.timezone,
  };
  const rule = ruleText
    ? rows.readRule(ruleText, base)
    : followingRule(series, first.originalLocal, base);
  const nowThere = toWallTime(new Date(series.now), target.timezone);
  const { starts, ...columns } = rows.planRows(rule, base, {
    from: base,
    today: nowThere > base ? nowThere : base,
  });
  if (starts[0] !== base)
    throw invalid('Please choose a repetition that includes this day.', 'rrule');
  const pairs = pairTimes(events, starts, secondsBetween(first.originalLocal, base));
  const isGiven = (event: SeriesEvent) => event === own && (times !== undefined || isFirst);
  const keeps = (event: SeriesEvent) => !isGiven(event) && keepsTimes(event, template);
  const timesOf = (event: SeriesEvent) => {
    if (isGiven(event)) return given;
    return keeps(event) ? event : rows.timesAt(pairs.get(event.id)!, target);
  };
  return { parts, events, target, rule, starts, columns, pairs, template, keeps, timesOf };
}

/**
 * Plans a change of an event of a series and of those that follow it, and refuses what cannot be.
 * Other times or another rule end the series before it, and make another on the same wall. Fields
 * and times that one has by itself stay, and so does what was cancelled or has begun. Guests whose day
 * stays keep their answers, others are asked again.
 * @returns makes the change
 */
export async function planFollowing(
  { tx, container }: Change,
  member: Member,
  eventId: number,
  change: FollowingChange,
): Promise<() => Promise<void>> {
  const { own, parts, rows: following } = await readFollowing(tx, eventId);
  const { times, isAllDay, details, rule } = change;
  const merged = rule ? [parts] : parts.map((part) => [part]);
  const plans = (times || rule ? merged : []).flatMap((of) => planSeries(of, own, change) ?? []);
  const isPlanned = plans.some(({ events }) => !following.includes(own) || events.includes(own));
  if ((times || rule) && !isPlanned)
    throw invalid(
      'The series no longer includes this date. Please change only this date.',
      'scope',
    );
  const dropped = plans.flatMap(({ events, pairs, keeps }) =>
    events.filter((event) => !pairs.has(event.id) && !keeps(event)),
  );
  const changed = following.filter((event) => isOn(event) && !dropped.includes(event));
  if (!changed.length) throw invalid('Nothing would change.', 'scope');
  return async () => {
    const before = await readStates(tx, ids(changed));
    await updateRow(tx, 'events', sql`id = any (${sql.param(ids(changed))}::bigint[])`, {
      ...sharedDetails(details, own, plans[0]?.template ?? changed.find((one) => !one.isDetached)),
      status: times && sql`case when id = ${own.id} then ${statusAgain()} else status end`,
      sequence: sql`sequence + 1`,
      modifiedAt: now(),
    });
    const added: number[] = [];
    for (const plan of plans) added.push(...(await startSeries(tx, container.id, plan, isAllDay)));
    const options = { wallId: container.id, actorId: member.id };
    const asks = { asks: isOnAnotherDay, endsAnswers: true };
    const asked = await markMoved(tx, before, { ...options, ...asks });
    await askAgain(tx, container.id, asked);
    await dropEvents(tx, options, dropped);
    await rows.writeSeats(tx, ids(changed));
    await settle(tx, 'event', ids(changed));
    await rows.copySeriesAnswers(tx, container, added);
  };
}

/** Fields that an event has by itself stay: those that neither the changed one has nor others. */
const sharedDetails = (
  details: Record<string, unknown>,
  own: SeriesEvent,
  usual: SeriesEvent = own,
) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const column = sql.identifier(columnName(name));
      const shared = sql`
        select shared.${column} from events shared where shared.id in (${own.id}, ${usual.id})`;
      return [
        name,
        sql`
          case
            when not is_detached or id = ${own.id} or ${column} in (${shared}) then ${value}
            else ${column}
          end`,
      ];
    }),
  );

/** Makes the series of a plan, with its events, and ends those before it. Returns the new events. */
async function startSeries(
  tx: Tx,
  wallId: number,
  { parts, events, target, rule, starts, columns, pairs, template, keeps, timesOf }: Plan,
  isAllDay: boolean | undefined,
): Promise<number[]> {
  const { startsLocal, timezone } = target;
  const { id: seriesId } = await insertRow(tx, 'event_series', {
    wallId,
    rule: writeRule(rule),
    startsLocal,
    timezone,
    ...columns,
  });
  const paired = events.filter(({ id }) => pairs.has(id));
  const moved = ids(paired.filter((event) => !keeps(event)));
  await moveRows(tx, seriesId, paired, (event) => {
    const times = timesOf(event);
    return { ...rows.timesAt(times.startsLocal, times), originalLocal: pairs.get(event.id)! };
  });
  await updateRow(tx, 'events', sql`id = any (${sql.param(moved)}::bigint[])`, {
    timezone,
    isAllDay,
  });
  await endSeries(tx, parts, events[0]!.originalLocal);
  const taken = new Set(pairs.values());
  return rows.addOccurrences(tx, {
    seriesId,
    template: { ...target, id: template.id },
    starts: starts.filter((start) => !taken.has(start)),
  });
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

/**
 * Takes the answers of guests whose day is another, and notes whom that asks: members, and guests by
 * mail, who get a mail of it. The owner's stay.
 */
async function askAgain(tx: Tx, wallId: number, eventIds: number[]): Promise<void> {
  if (!eventIds.length) return;
  const guests = await tx.execute<{ id: number }>(sql`
    with ended as (
      delete from container_answers a
      using containers c
      where c.type = 'event'
        and c.id = ${wallId}
        and a.type = 'event'
        and a.item_id = any (${sql.param(eventIds)}::bigint[])
        and a.member_id is distinct from c.owner_id
      returning a.item_id, a.member_id, a.guest_id, a.answer
    ),
      asked as (
        insert into event_reconfirmations (event_id, member_id)
        select item_id, member_id
        from ended
        where member_id is not null and answer in ('going', 'maybe')
        order by item_id, member_id
        on conflict do nothing
      )
    select guest_id::float8 as id from ended where guest_id is not null order by guest_id`);
  await askMailGuestsAgain(tx, ids(guests));
  await tx.execute(sql`delete from event_series_answers where wall_id = ${wallId}`);
}

/** Cancels those for which the rule has no day any more; without guests they leave all lists. */
async function dropEvents(
  tx: Tx,
  options: { wallId: number; actorId: number },
  dropped: SeriesEvent[],
): Promise<void> {
  const found = await tx.execute<{ id: number }>(sql`
    select distinct concerned.item_id::float8 as id
    from (${concernedMembers(sql`${sql.param(ids(dropped))}::bigint[]`)}) concerned`);
  const answered = new Set(ids(found));
  const isAnswered = ({ id }: SeriesEvent) => answered.has(id);
  await cancelRows(tx, options, ids(dropped.filter(isAnswered)));
  const others = dropped.filter((event) => !isAnswered(event));
  await cancelRows(tx, { ...options, cancelledAt: '-infinity' }, ids(others));
}
