import type { SQL } from 'drizzle-orm';
import { findableContainer } from '#domains/containers/container-access.server.ts';
import { joinedMembership } from '#domains/containers/container-rows.server.ts';
import type { EventStatus } from '#domains/events/events.rules.ts';
import { maxDays } from '#domains/events/events.rules.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { addDays, startOfDay, type Day } from '#lib/month-days.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { isShownInLists } from './event-list.server.ts';

/** An event on one of its days. */
export interface DayEvent {
  itemId: number;
  wallId: number;
  title: string;
  startsAt: string;
  timezone: string;
  isAllDay: boolean;
  status: EventStatus;
  /** It began on a day before. */
  isContinued: boolean;
}

export interface DayEvents {
  day: Day;
  /** More are not counted than `countedAtMost`. */
  total: number;
  events: DayEvent[];
}

export const countedAtMost = 20;
/** Events of several days that a month shows. */
const longAtMost = 100;

/** Longer than a day: an event on several days, by an index of its own. */
const isLong = () => sql`i.ends_local - i.starts_local > interval '24 hours'`;

const findable = (viewer: Viewer, condition: SQL): SQL => sql`
  select i.id, i.wall_id, i.title, i.starts_at, i.ends_at, i.starts_local, i.ends_local, i.timezone,
    i.is_all_day, i.status
  from events i
  join containers c on c.type = 'event' and c.id = i.wall_id
  ${joinedMembership(viewer)}
  where ${condition}
    and c.state = 'open'
    and c.is_listed
    and ${isShownInLists()}
    and ${findableContainer(viewer, sql`c`)}`;

/**
 * Events of some days that follow each other, in one statement. A day is one in the zone of the member;
 * for visitors, and of events that take whole days, in that of the event.
 * @param shown at most so many of each day
 */
export async function listDays(
  viewer: Viewer,
  days: Day[],
  { shown = 3, counted = countedAtMost } = {},
): Promise<DayEvents[]> {
  const zone = isMember(viewer) ? viewer.timezone : undefined;
  const starts = [...days, addDays(days.at(-1)!, 1)].map((day) => startOfDay(day, zone ?? 'UTC'));
  const isLocal = zone ? sql`i.is_all_day` : sql`true`;
  // Zones are at most 14 hours before UTC, and 12 after it.
  const isOnDay = sql`
    i.starts_at >= d.day::timestamp at time zone 'UTC' - interval '14 hours'
    and i.starts_at < d.day::timestamp at time zone 'UTC' + interval '36 hours'
    and not ${isLong()}
    and case
      when ${isLocal} then i.starts_local::date = d.day
      else i.starts_at >= d.starts and i.starts_at < d.ends
    end`;
  const first = sql`${starts[0]!.toISOString()}::timestamptz`;
  const last = sql`${starts.at(-1)!.toISOString()}::timestamptz`;
  const rows = await db.execute<DayEvents & Record<string, unknown>>(sql`
    with days as materialized (
      select d.day::date as day, d.starts::timestamptz as starts, d.ends::timestamptz as ends
      from unnest(
        ${sql.param(days)}::text[],
        ${sql.param(starts.slice(0, -1).map((start) => start.toISOString()))}::text[],
        ${sql.param(starts.slice(1).map((end) => end.toISOString()))}::text[]
      ) d (day, starts, ends)
    ),
      several_days as materialized (
        ${findable(
          viewer,
          sql`
          ${isLong()}
          and i.starts_at < ${last} + interval '1 day'
          and i.starts_at > ${first} - make_interval(days => ${maxDays + 2})`,
        )}
        order by i.starts_at, i.id
        limit ${longAtMost}
      )
    select d.day::text, coalesce(found.total, 0)::int as total,
      coalesce(found.events, '[]'::json) as events
    from days d
    cross join lateral (
      select count(*) as total,
        json_agg(
          json_build_object(
            'itemId', one.id, 'wallId', one.wall_id, 'title', one.title, 'startsAt', one.starts_at,
            'timezone', one.timezone, 'isAllDay', one.is_all_day, 'status', one.status,
            'isContinued', one.is_continued
          )
          order by one.position
        ) filter (where one.position <= ${shown}) as events
      from (
        select listed.*,
          row_number() over (order by listed.is_continued desc, listed.starts_at, listed.id) as position
        from (
          (
            select i.*, (case when ${isLocal} then i.starts_local::date < d.day else i.starts_at < d.starts end) as is_continued
            from several_days i
            where case
              when ${isLocal} then i.starts_local::date <= d.day and i.ends_local > d.day
              else i.starts_at < d.ends and i.ends_at > d.starts
            end
          )
          union all
          (
            select short.*, false
            from (${findable(viewer, isOnDay)} order by i.starts_at, i.id limit ${counted}) short
          )
        ) listed
      ) one
    ) found
    order by d.day`);
  return rows;
}
