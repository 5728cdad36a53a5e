import type { SQL } from 'drizzle-orm';
import type { Answer } from '#domains/containers/answers/answers.rules.ts';
import { queuePosition } from '#domains/containers/answers/queue-position.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { readableParent } from '#domains/containers/container-parents.server.ts';
import {
  containerColumns,
  containerReader,
  joinedMembership,
  type ContainerRow,
  type NamedItem,
} from '#domains/containers/container-rows.server.ts';
import { seenPostTotal } from '#domains/containers/statistics/statistics.server.ts';
import { timesColumns, type EventTimes } from '#domains/events/time/event-times.server.ts';
import { isMember, isModerator, type SqlViewer } from '#domains/policy/viewer.ts';
import type { DetailRow } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { selectDetails } from '#server/field-columns.ts';
import { sql } from '#server/sql.ts';
import { eventFields, eventWallFields } from './events.fields.ts';
import type { EventStatus } from './events.rules.ts';

/** Counts of answers; `taken` are the places of those who are going. */
export interface EventCounts {
  going: number;
  maybe: number;
  declined: number;
  queued: number;
  taken: number;
  /** Invited, and without an answer. */
  awaiting: number;
}

/** An event for one viewer. Viewers who cannot read it know its name, picture, description and time. */
export interface EventRow
  extends
    ContainerRow,
    EventTimes,
    Omit<DetailRow<typeof eventFields>, 'title'>,
    DetailRow<typeof eventWallFields> {
  /** Counts the posts that the viewer reads. */
  postCount: number;
  categoryId: number;
  categoryTitle: string;
  startsAt: string;
  endsAt: string;
  isAllDay: boolean;
  /** By the clock of the database. */
  hasStarted: boolean;
  isOver: boolean;
  /** Over, or cancelled: nobody joins or answers. */
  isClosed: boolean;
  /** Also where only those who are going read `onlineUrl`. */
  hasOnlineUrl: boolean;
  status: EventStatus;
  statusReason: string;
  previousStartsAt: string | null;
  movedAt: string | null;
  sequence: number;
  seriesId: number | null;
  modifiedAt: string;
  counts: EventCounts;
  /** Null without a parent, and for whom it is closed. */
  parentTitle: string | null;
  /** The viewer is of the staff of its group or page, and so cancels it. */
  isParentStaff: boolean;
  /** The viewer's; null without one. */
  answer: { answer: Answer; seats: number; queueNo: number | null; answeredAt: string } | null;
  /** The viewer's answer has ended with the day of a date, and another is awaited. */
  isAskedAgain: boolean;
}
export type EventItem = EventRow & NamedItem;
/** Numbers of its wall and of the event. */
export type EventKey = Pick<EventItem, 'id' | 'itemId'>;

export const eventRef = (id: number) => ({ type: 'event', id }) as const satisfies ContainerRef;

/** `from` of all statements about events, which join the events `i` themselves. */
export const eventsFor = (viewer: SqlViewer): SQL => sql`
  containers c
  join event_walls w on w.id = c.id
  left join event_categories category on category.id = w.category_id
  ${joinedMembership(viewer)}`;

/** Whether the list of guests is for that reader, a guest or not; never for visitors. */
const areGuestsShown = (viewer: SqlViewer): SQL => {
  if (!isMember(viewer)) return sql`false`;
  if (isModerator(viewer)) return sql`true`;
  return sql`(not w.are_guests_hidden or (ms.state = 'member' and ms.role >= ${roles.moderator}))`;
};

/** For those who may read the event. */
export const shownLocation = (viewer: SqlViewer): SQL =>
  sql`case when ${readableContainer(viewer, sql`c`)} then i.location else '' end`;

/** For those who are going, and hosts, while they may read the event: its group may have closed. */
export const shownOnlineUrl = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`
      case
        when ms.state = 'member' and (
          ms.role > 0
          or exists (
            select from container_answers own
            where own.type = 'event'
              and own.item_id = i.id
              and own.member_id = ${viewer.id}
              and own.answer = 'going'
              and own.queue_no is null
          )
        )
        and ${readableContainer(viewer, sql`c`)} then i.online_url
        else ''
      end`
    : sql`''`;

const ownAnswer = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`
      (
        select json_build_object(
          'answer', a.answer, 'seats', a.seats, 'queueNo', ${queuePosition(sql`a`)},
          'answeredAt', a.answered_at
        )
        from container_answers a
        where a.type = 'event' and a.item_id = i.id and a.member_id = ${viewer.id}
      )`
    : sql`null::json`;

/** Whether the viewer is a guest of the event `i` whose answer has ended, and who may answer again. */
export const isAskedAgain = (viewer: SqlViewer, i: SQL): SQL =>
  isMember(viewer)
    ? sql`
      (
        ${i}.status <> 'cancelled'
        and ${i}.ends_at > ${now()}
        and exists (
          select from event_reconfirmations asked
          join memberships own on own.type = 'event'
            and own.id = ${i}.wall_id
            and own.member_id = asked.member_id
            and own.state = 'member'
          where asked.event_id = ${i}.id and asked.member_id = ${viewer.id}
        )
        and not exists (
          select from container_answers own
          where own.type = 'event' and own.item_id = ${i}.id and own.member_id = ${viewer.id}
        )
      )`
    : sql`false`;

const {
  title: _title,
  description: _description,
  location: _location,
  onlineUrl: _onlineUrl,
  ...otherFields
} = eventFields;

const parentTitle = (viewer: SqlViewer): SQL => sql`
  case
    when c.parent_id is not null and ${readableParent(viewer, sql`c`)} then (
      select parent.title
      from containers parent
      where parent.type = c.parent_type and parent.id = c.parent_id
    )
  end`;

const isParentStaff = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from memberships staff
        where staff.type = c.parent_type
          and staff.id = c.parent_id
          and staff.member_id = ${viewer.id}
          and staff.state = 'member'
          and staff.role >= ${roles.moderator}
      )`
    : sql`false`;

/** The columns of an `EventRow`, from `eventsFor` and the event `i`. */
export const eventColumns = (viewer: SqlViewer): SQL => sql`
  ${containerColumns(viewer, areGuestsShown(viewer), sql`i.title`, areGuestsShown(viewer))},
  ${selectDetails(otherFields, sql`i`)},
  ${selectDetails(eventWallFields, sql`w`)}, ${shownLocation(viewer)} as location,
  case when c.is_listed or ${readableContainer(viewer, sql`c`)} then i.description else '' end
    as description,
  ${shownOnlineUrl(viewer)} as "onlineUrl", i.online_url <> '' as "hasOnlineUrl", coalesce(category.id, 0) as "categoryId",
  coalesce(category.title, '') as "categoryTitle",
  ${timesColumns()},
  i.starts_at::text as "startsAt", i.ends_at::text as "endsAt", i.is_all_day as "isAllDay",
  i.starts_at <= ${now()} as "hasStarted", i.ends_at <= ${now()} as "isOver",
  (i.ends_at <= ${now()} or i.status = 'cancelled') as "isClosed", i.status,
  i.status_reason as "statusReason", i.previous_starts_at::text as "previousStartsAt",
  i.moved_at::text as "movedAt", i.sequence, i.series_id::float8 as "seriesId", i.modified_at::text as "modifiedAt",
  (
    select json_build_object(
      'going', s.going, 'maybe', s.maybe, 'declined', s.declined, 'queued', s.queued,
      'taken', s.taken, 'awaiting', (
        select count(*)::int
        from memberships invited
        where invited.type = 'event' and invited.id = c.id and invited.state = 'invited'
      )
    )
    from container_seats s
    where s.type = 'event' and s.item_id = i.id
  ) as counts,
  ${parentTitle(viewer)} as "parentTitle", ${isParentStaff(viewer)} as "isParentStaff",
  ${ownAnswer(viewer)} as answer, ${isAskedAgain(viewer, sql`i`)} as "isAskedAgain",
  ${seenPostTotal(viewer, sql`c`)} as "postCount"`;

/** The host and the co-hosts are its staff. */
export const eventReader = containerReader<EventRow>({
  type: 'event',
  columns: eventColumns,
  from: eventsFor,
  staffRole: roles.moderator,
});
export const {
  read: readEvent,
  readOpen: readOpenEvent,
  readAsStaff: readEventAsStaff,
} = eventReader;
