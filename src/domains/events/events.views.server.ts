import { isFrontShown, mayManage } from '#domains/containers/container-access.rules.ts';
import { plainViews, toMembership } from '#domains/containers/kit/plain.views.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireValues } from '#lib/field-list.ts';
import { toFlag } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { eventPath } from './event-paths.ts';
import type { EventItem, EventRow } from './event-rows.server.ts';
import { eventFields, eventWallFields } from './events.fields.ts';
import { answerNumbers, awaitingReply } from './events.rules.ts';
import type { Event, EventAnswer, Rsvp } from './events.schema.ts';

export const eventWords = { member: 'guest', officer: 'co-host', owner: 'host', staff: 'hosts' };
const { containerView, oneView, peopleView } = plainViews({
  type: 'event',
  words: eventWords,
  ask: 'Request invitation',
});
export const eventPeopleView = peopleView;

/** The viewer's answer by its number; undefined without one. */
export function toRsvp({ answer, membership }: EventRow): Rsvp | undefined {
  if (answer) return answerNumbers[answer.answer];
  return membership === 'invited' ? awaitingReply : undefined;
}

/** All 0 for whoever knows of the event, and does not read it. */
export const countsView = ({ counts, isReadable }: EventItem) => ({
  get_attending_count: isReadable ? counts.going : 0,
  get_maybe_count: isReadable ? counts.maybe : 0,
  get_not_attending_count: isReadable ? counts.declined : 0,
  get_awaiting_reply_count: isReadable ? counts.awaiting : 0,
  get_waiting_count: isReadable ? counts.queued : 0,
});

const toLocal = (wall: string) => wall.replace('T', ' ');

/** Places that are free; null: any number. */
export const seatsLeft = ({ capacity, counts }: EventRow): number | null =>
  capacity ? Math.max(0, capacity - counts.taken) : null;

/** Visitors answer there, hosts read who did. */
export const showsMailAnswers = (event: EventItem): boolean =>
  event.takesMailAnswers &&
  event.isReadable &&
  (mayManage(event) ||
    (event.visibility === 'everyone' &&
      event.membership === 'none' &&
      event.joinPolicy === 'open' &&
      event.state === 'open' &&
      event.status !== 'cancelled' &&
      (seatsLeft(event) !== 0 || event.hasQueue) &&
      !event.isOver));

const { hasQueue, ticketUrl } = eventFields;
const { areGuestsHidden, takesMailAnswers } = eventWallFields;

/** The event as this viewer sees it: without readable posts only its front. */
export function eventView(
  row: EventItem,
  origin: string,
  { withMenu }: { withMenu?: boolean } = {},
): Event {
  const { isReadable, answer } = row;
  const own = toRsvp(row);
  const owner = isReadable ? row.owner : null;
  return {
    ...containerView(row, origin, { path: eventPath(row.itemId), withMenu }),
    event_id: row.itemId,
    parent_type: row.parentType ? (toWireType(row.parentType as ContainerType) as 'group') : 'user',
    parent_id: row.parentId ?? owner?.id ?? 0,
    parent_title: row.parentTitle ?? '',
    starttime: toWireTime(row.startsAt),
    endtime: toWireTime(row.endsAt),
    starttime_local: toLocal(row.startsLocal),
    endtime_local: toLocal(row.endsLocal),
    timezone: row.timezone,
    all_day: toFlag(row.isAllDay),
    status: row.status,
    status_reason: isReadable ? row.statusReason : '',
    previous_starttime: row.previousStartsAt ? toWireTime(row.previousStartsAt) : '',
    series_id: row.seriesId ?? 0,
    host: isReadable ? row.host : '',
    online_url: row.onlineUrl,
    capacity: isReadable ? row.capacity : 0,
    seats_left: isReadable ? seatsLeft(row) : null,
    owner_image: avatarAddress(owner?.avatar ?? null, origin),
    membership: toMembership(row, 'cohost'),
    isJoined: toFlag(row.membership === 'member'),
    ...(own === undefined ? {} : { rsvp: own }),
    ...(answer ? { seats: answer.seats } : {}),
    ...(answer?.queueNo ? { queue_number: answer.queueNo } : {}),
    ...countsView(row),
    ...toWireValues({ hasQueue, ticketUrl, areGuestsHidden, takesMailAnswers }, row),
    ...(isFrontShown(row) ? {} : { ticket_url: '' }),
  };
}

export const eventAnswerView = (
  row: EventItem,
  origin: string,
  options?: Parameters<typeof oneView>[2],
): EventAnswer => oneView(row, eventView(row, origin), options);
