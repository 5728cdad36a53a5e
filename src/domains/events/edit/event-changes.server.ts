import type { SQL } from 'drizzle-orm';
import { shareActivity } from '#domains/activities/share-activity.server.ts';
import { settle, writeAnswer } from '#domains/containers/answers/answers.server.ts';
import { lockCategoriesOf } from '#domains/containers/categories/category-lock.server.ts';
import { isForSite } from '#domains/containers/container-access.rules.ts';
import { nextItemId } from '#domains/containers/container-items.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { changeAsEditor } from '#domains/containers/membership/staff.server.ts';
import { createContainer } from '#domains/containers/ownership/ownership.server.ts';
import { writeSettings } from '#domains/containers/settings.server.ts';
import { markMoved, readStates, statusAgain } from '#domains/events/changes/mark-moved.server.ts';
import { isMovedFar } from '#domains/events/changes/moved.ts';
import { eventCreatedActivity } from '#domains/events/event-activity.server.ts';
import { eventRef, type EventKey } from '#domains/events/event-rows.server.ts';
import {
  eventFields,
  eventWallFields,
  type newEventFields,
} from '#domains/events/events.fields.ts';
import { eventQuota, scopeLabels, type Scope } from '#domains/events/events.rules.ts';
import { planFollowing } from '#domains/events/series/change-following.server.ts';
import {
  addOccurrences,
  planRows,
  readRule,
  writeSeats,
} from '#domains/events/series/series.server.ts';
import {
  checkTimes,
  timesColumns,
  toInstants,
  type EventTimes,
} from '#domains/events/time/event-times.server.ts';
import { lockActiveMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { writeRule } from '#lib/recurrence-rule.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { splitFields } from '#server/field-columns.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { consumeIn } from '#server/limits.ts';
import { definedFields, insertRow, readValues, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

/** Fields of an event and its wall; absent ones stay as they are. */
export interface EventChanges
  extends FieldValues<typeof eventFields>, FieldValues<typeof eventWallFields> {
  /** 0: none. */
  categoryId?: number | undefined;
}

export interface NewEvent extends EventChanges, FieldValues<typeof newEventFields> {
  title: string;
  times: EventTimes;
  isAllDay: boolean;
  /** The name of its stored picture. */
  avatar: string | null;
  parent?: ContainerRef | undefined;
  /** An RRULE; absent: it takes place once. */
  rule?: string | undefined;
}

/** Throws if the member owns as many events as allowed that are to come; under the member's lock. */
export async function checkEventQuota(member: Member, tx: Tx): Promise<void> {
  if (!(await mayCreateEvent(member, tx)))
    throw forbidden(`You already host ${eventQuota} events.`);
}

/** Whether the member may own another event. */
export async function mayCreateEvent(member: Member, tx: Tx = db): Promise<boolean> {
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
    from containers c
    where c.type = 'event'
      and c.owner_id = ${member.id}
      and exists (
        select from events i
        where i.wall_id = c.id and i.status <> 'cancelled' and i.ends_at > ${now()}
      )`);
  return row!.count < eventQuota;
}

/** The columns of the times. */
const timeColumns = (times: EventTimes) => {
  const { startsAt, endsAt } = toInstants(times);
  return { ...times, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
};

/** Refuses times that are over, by the clock of the database. */
async function checkToCome(tx: Tx, times: EventTimes): Promise<void> {
  const [row] = await tx.execute<{ isOver: boolean }>(sql`
    select ${toInstants(times).endsAt.toISOString()}::timestamptz <= ${now()} as "isOver"`);
  if (row!.isOver) throw invalid('This end is in the past.', 'endtime');
}

/**
 * Creates an event, or a series, with its owner, who is going to the first unless the fields say otherwise.
 * @returns the id of the event, of a series that of its first
 */
export const createEvent = (
  member: Member,
  fields: NewEvent,
  creation: Creation,
): Promise<number> =>
  withIdempotencyKey(creation, async (tx) => {
    await lockActiveMember(tx, member.id);
    await checkEventQuota(member, tx);
    checkTimes(fields.times);
    await checkToCome(tx, fields.times);
    const series = fields.rule ? planSeries(fields.rule, fields.times) : null;
    const { visibility = 'everyone', isListed = true } = fields;
    const wall = splitFields(eventWallFields, fields);
    const wallId = await createContainer(tx, member, 'event', {
      // Posts that not all members of the site read are for those whom somebody has let in.
      joinPolicy: isForSite(visibility) ? 'open' : 'approval',
      ...wall.container,
      title: fields.title,
      avatar: fields.avatar,
      ...(fields.parent ? { parent: fields.parent } : {}),
    });
    if (fields.categoryId) await lockCategoriesOf(tx, 'event', [], fields.categoryId);
    await insertRow(tx, 'event_walls', {
      id: wallId,
      categoryId: fields.categoryId || undefined,
      ...wall.details,
    });
    const [first] = await addEvents(tx, wallId, fields, series);
    // Not what is refused: whoever corrects a form has not created anything yet.
    await consumeIn(tx, ['newEvent', member.id]);
    if (fields.isOwnerComing !== false)
      await writeAnswer(tx, eventRef(wallId), first!, member.id, { answer: 'going' });
    if (isListed && (fields.parent ? isForSite(visibility) : visibility === 'everyone'))
      await shareActivity(tx, {
        activity: eventCreatedActivity,
        authorId: member.id,
        audience: fields.parent ? 'container' : 'everyone',
        itemId: first!,
        ...(fields.parent ? { container: fields.parent } : {}),
      });
    return first!;
  });

/** Its first rows and the columns of a series; refused if the event is none of them. */
export function planSeries(text: string, { startsLocal }: EventTimes) {
  const rule = readRule(text, startsLocal);
  const plan = planRows(rule, startsLocal, { from: startsLocal, today: startsLocal });
  if (plan.starts[0] !== startsLocal)
    throw invalid('The event does not take place on the day on which it starts.', 'rrule');
  return { ...plan, rule: writeRule(rule) };
}

/** Adds the event of a wall, or the first ones of its series. Returns their ids, in order. */
async function addEvents(
  tx: Tx,
  wallId: number,
  fields: NewEvent,
  series: ReturnType<typeof planSeries> | null,
): Promise<number[]> {
  const { times, isAllDay } = fields;
  const { details } = splitFields(eventFields, fields);
  const row = {
    wallId,
    ...details,
    ...timeColumns(times),
    isAllDay,
    createdAt: now(),
    modifiedAt: now(),
  };
  if (!series) {
    await insertRow(tx, 'events', { id: wallId, ...row });
    await writeSeats(tx, [wallId]);
    return [wallId];
  }
  const { startsLocal, timezone } = times;
  const { starts, ...columns } = series;
  const { id: seriesId } = await insertRow(tx, 'event_series', {
    wallId,
    startsLocal,
    timezone,
    ...columns,
  });
  const firstId = await nextItemId(tx);
  await insertRow(tx, 'events', { id: firstId, ...row, seriesId, originalLocal: startsLocal });
  await writeSeats(tx, [firstId]);
  const others = await addOccurrences(tx, {
    seriesId,
    template: { id: firstId, ...times },
    starts: starts.slice(1),
  });
  return [firstId, ...others];
}

/** Times as they are under the lock of the event. */
export type StoredTimes = EventTimes & { isAllDay: boolean; isPostponed: boolean };

interface StoredRow extends StoredTimes, Record<string, unknown> {
  isInSeries: boolean;
  isCancelled: boolean;
  isOver: boolean;
}

type Schedule = Partial<Pick<NewEvent, 'times' | 'isAllDay' | 'rule'>>;

interface EditOptions {
  /** The owner lets more people read. */
  isConfirmed?: boolean;
  /** `following`: of a series this event, and those that follow it. */
  scope?: Scope;
  /** Its times; and when those that follow take place from then on, an RRULE. */
  schedule?: (before: StoredTimes) => Schedule;
}

/** The times if they are other ones, or those of an event that was postponed. */
function otherTimes(row: StoredRow, { times, isAllDay = row.isAllDay }: Schedule): Schedule {
  const isSame =
    times?.startsLocal === row.startsLocal &&
    times.endsLocal === row.endsLocal &&
    times.timezone === row.timezone &&
    isAllDay === row.isAllDay;
  return times && (row.isPostponed || !isSame) ? { times, isAllDay } : {};
}

/** Changes the given fields of an event and of its wall, and notifies guests of other times and places. */
export const editEvent = (
  member: Member,
  { id: wallId, itemId: eventId }: EventKey,
  fields: EventChanges,
  { isConfirmed = false, scope = 'this', schedule }: EditOptions = {},
): Promise<void> =>
  changeAsEditor(member, eventRef(wallId), async (change) => {
    const { tx } = change;
    const { categoryId } = fields;
    if (categoryId) await lockCategoriesOf(tx, 'event', [wallId], categoryId);
    const wall = splitFields(eventWallFields, fields);
    const isOwn = sql`id = ${eventId}`;
    const [row] = await tx.execute<StoredRow>(sql`
      select ${timesColumns()}, i.is_all_day as "isAllDay", i.series_id is not null as "isInSeries",
        i.status = 'cancelled' as "isCancelled", i.status = 'postponed' as "isPostponed",
        i.ends_at <= ${now()} as "isOver"
      from events i
      where i.id = ${eventId}`);
    const { isInSeries, isCancelled, isOver, isPostponed } = row!;
    if (isCancelled) throw invalid('This event is cancelled.');
    const given = schedule?.(row!) ?? {};
    const { times, isAllDay } = otherTimes(row!, given);
    if (times) checkTimes(times);
    if (times && (!isOver || isPostponed)) await checkToCome(tx, times);
    const { rule } = given;
    if (rule && scope === 'this')
      throw invalid(
        isInSeries
          ? `Choose “${scopeLabels.following}” to change how it repeats.`
          : 'This event does not repeat.',
        'rrule',
      );
    const details = await changedDetails(tx, isOwn, fields);
    const isChanged = times !== undefined || Object.keys(details).length > 0;
    const changeOthers =
      scope === 'following' && (isChanged || rule)
        ? await planFollowing(change, member, eventId, { times, isAllDay, details, rule })
        : undefined;
    const title = isInSeries && !changeOthers ? undefined : (details.title as string | undefined);
    await writeSettings(change, member, { ...wall.container, title }, { isConfirmed });
    await updateRow(tx, 'event_walls', sql`id = ${wallId}`, {
      ...wall.details,
      ...(categoryId === undefined ? {} : { categoryId: categoryId || null }),
    });
    if (changeOthers) return changeOthers();
    if (!isChanged) return;
    const before = await readStates(tx, [eventId]);
    await updateRow(tx, 'events', isOwn, {
      ...details,
      ...(times ? { ...timeColumns(times), status: statusAgain() } : {}),
      isAllDay,
      sequence: sql`sequence + 1`,
      isDetached: isInSeries || undefined,
      modifiedAt: now(),
    });
    await writeSeats(tx, [eventId]);
    await settle(tx, 'event', [eventId]);
    await markMoved(tx, before, { wallId, actorId: member.id, asks: isMovedFar });
  });

/** The fields of an event that differ from those that it has. */
async function changedDetails(tx: Tx, where: SQL, fields: EventChanges) {
  const details = definedFields(splitFields(eventFields, fields).details);
  const before = await readValues(tx, 'events', where, Object.keys(details));
  return Object.fromEntries(
    Object.entries(details).filter(([name, value]) => value !== before[name]),
  );
}
