import type { SQL } from 'drizzle-orm';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { joinedMembership } from '#domains/containers/container-rows.server.ts';
import { eventPath } from '#domains/events/event-paths.ts';
import { shownLocation, shownOnlineUrl } from '#domains/events/event-rows.server.ts';
import type { EventStatus } from '#domains/events/events.rules.ts';
import { lastDay, timesColumns, type EventTimes } from '#domains/events/time/event-times.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { writeCalendar, type CalendarEvent } from '#lib/icalendar.ts';
import { now } from '#server/clock.ts';
import { db, executeWithCustomPlan } from '#server/db.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Months that a calendar has, and how many events of them at most. */
const past = { months: 3, limit: 200 };
const future = { months: 13, limit: 800 };
/** So long programs read that an event is cancelled, its last change; also where lists leave it out. */
const cancelledDays = 30;

/** Which events a calendar has: one, those in a group or page, the viewer's own, or all public ones. */
export type CalendarScope = { eventId: number } | { parent: ContainerRef } | 'own' | 'site';

interface Row extends EventTimes, Record<string, unknown> {
  id: number;
  title: string;
  description: string;
  location: string;
  onlineUrl: string;
  startsAt: string;
  endsAt: string;
  isAllDay: boolean;
  status: EventStatus;
  sequence: number;
  modifiedAt: string;
  /** In the calendar of a member who waits, or may come. */
  isUnsure: boolean;
}

function toStatus({ status, isUnsure }: Row): CalendarEvent['status'] {
  if (status === 'cancelled') return 'CANCELLED';
  return status === 'postponed' || isUnsure ? 'TENTATIVE' : 'CONFIRMED';
}

function toCalendarEvent(row: Row, origin: string): CalendarEvent {
  const url = origin + eventPath(row.id);
  return {
    uid: `event-${row.id}@${new URL(origin).hostname}`,
    modifiedAt: new Date(row.modifiedAt),
    sequence: row.sequence,
    title: row.title,
    description: [row.description, row.onlineUrl].filter(Boolean).join('\n\n'),
    location: row.location || row.onlineUrl,
    url,
    status: toStatus(row),
    time: row.isAllDay
      ? { firstDay: row.startsLocal.slice(0, 10), lastDay: lastDay(row.endsLocal) }
      : { start: new Date(row.startsAt), end: new Date(row.endsAt) },
  };
}

/** Hosts have all events of theirs, guests those to which they did not say no. */
const isOwn = (viewer: Viewer): SQL =>
  isMember(viewer)
    ? sql`
      (
        c.state in ('open', 'archived')
        and ms.state = 'member'
        and (
          ms.role > 0
          or exists (
            select from container_answers own
            where own.type = 'event'
              and own.item_id = i.id
              and own.member_id = ${viewer.id}
              and own.answer <> 'declined'
          )
        )
      )`
    : sql`false`;

function scopeCondition(viewer: Viewer, scope: CalendarScope): SQL {
  if (scope === 'own') return isOwn(viewer);
  if (typeof scope === 'object' && 'eventId' in scope) return sql`i.id = ${scope.eventId}`;
  // The dates of a series that was deleted are cancelled there first, like those of any other.
  const listed = sql`
    c.state = 'open'
    and (
      c.is_listed
      or (
        i.status = 'cancelled'
        and exists (select from event_walls w where w.id = i.wall_id and w.was_listed)
      )
    )`;
  if (scope === 'site') return listed;
  const { type, id } = scope.parent;
  return sql`${listed} and c.parent_type = ${type} and c.parent_id = ${id}`;
}

/** The answer `mine` of the viewer, of whose calendar it is a part: columns, and the join. */
function ownAnswer(viewer: Viewer, scope: CalendarScope): { columns: SQL; join: SQL } {
  if (scope !== 'own' || !isMember(viewer))
    return { columns: sql`i.modified_at::text as "modifiedAt", false as "isUnsure"`, join: sql`` };
  return {
    columns: sql`
      greatest(i.modified_at, mine.answered_at, mine.promoted_at)::text as "modifiedAt",
      coalesce(mine.answer = 'maybe' or mine.queue_no is not null, false) as "isUnsure"`,
    join: sql`
      left join container_answers mine on mine.type = 'event'
        and mine.item_id = i.id
        and mine.member_id = ${viewer.id}`,
  };
}

/** Events of a calendar on one side of the present, those nearest to it. */
const eventsAt = (
  viewer: Viewer,
  scope: CalendarScope,
  { range, order, limit }: { range: SQL; order: SQL; limit: number },
): SQL => sql`
  (
    select i.id::float8 as id, i.title, i.description, ${shownLocation(viewer)} as location,
      ${shownOnlineUrl(viewer)} as "onlineUrl", i.starts_at::text as "startsAt",
      i.ends_at::text as "endsAt", ${timesColumns()}, i.is_all_day as "isAllDay", i.status,
      i.sequence, ${ownAnswer(viewer, scope).columns}
    from events i
    join containers c on c.type = 'event' and c.id = i.wall_id
    ${joinedMembership(viewer)}
    ${ownAnswer(viewer, scope).join}
    where ${range}
      and ${scopeCondition(viewer, scope)}
      and (
        i.status <> 'cancelled'
        or i.modified_at > ${now()} - make_interval(days => ${cancelledDays})
      )
      and ${readableContainer(viewer, sql`c`)}
    order by ${order}
    limit ${sql.raw(String(limit))}
  )`;

/** Events of a calendar in two ranges of the index of starts. */
export const calendarStatement = (viewer: Viewer, scope: CalendarScope): SQL => sql`
  ${eventsAt(viewer, scope, {
    range: sql`
      i.starts_at > ${now()} and i.starts_at < ${now()} + make_interval(months => ${sql.raw(String(future.months))})`,
    order: sql`i.starts_at, i.id`,
    limit: future.limit,
  })}
  union all
  ${eventsAt(viewer, scope, {
    range: sql`
      i.starts_at <= ${now()} and i.starts_at > ${now()} - make_interval(months => ${sql.raw(String(past.months))})`,
    order: sql`i.starts_at desc, i.id desc`,
    limit: past.limit,
  })}`;

/** One event, whenever it is or was. */
const oneStatement = (viewer: Viewer, scope: CalendarScope): SQL =>
  eventsAt(viewer, scope, { range: sql`true`, order: sql`i.id`, limit: 1 });

async function calendarName(viewer: Viewer, scope: CalendarScope): Promise<string | undefined> {
  const { SITE_NAME } = env();
  if (scope === 'own') return `${SITE_NAME}: my events`;
  if (scope === 'site') return SITE_NAME;
  if ('eventId' in scope) return undefined;
  const { type, id } = scope.parent;
  const [parent] = await db.execute<{ title: string }>(sql`
    select c.title
    from containers c
    where c.type = ${type} and c.id = ${id} and ${readableContainer(viewer, sql`c`)}`);
  if (!parent) throw notFound();
  return `${parent.title} · ${SITE_NAME}`;
}

/** A calendar as the viewer may read it; not found where that is nothing. */
export async function readCalendar(viewer: Viewer, scope: CalendarScope): Promise<string> {
  const name = await calendarName(viewer, scope);
  const isOne = name === undefined;
  const statement = isOne ? oneStatement(viewer, scope) : calendarStatement(viewer, scope);
  // For the present: a plan for any would take its ranges for small ones, and sort them.
  const rows = await executeWithCustomPlan<Row>(statement);
  if (isOne && !rows.length) throw notFound();
  const origin = env().PUBLIC_ORIGIN;
  return writeCalendar(
    rows.map((row) => toCalendarEvent(row, origin)),
    name,
  );
}
