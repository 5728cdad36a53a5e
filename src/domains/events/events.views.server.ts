import { belongsTo, isFrontShown, roles } from '#domains/containers/container-access.rules.ts';
import { containerView } from '#domains/containers/kit/kind.views.server.ts';
import { plainMenus } from '#domains/containers/kit/plain-menus.views.server.ts';
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
import type { Event, EventAnswer, MembershipName, Rsvp } from './events.schema.ts';

export const toMembership = ({ membership, role }: EventRow): MembershipName => {
  if (membership === 'member') {
    if (role >= roles.owner) return 'owner';
    return role >= roles.moderator ? 'cohost' : 'member';
  }
  return membership === 'banned' ? 'none' : membership;
};

export const isHost = (row: EventRow): boolean => belongsTo(row, roles.moderator);
export const ownsEvent = (row: EventRow): boolean => belongsTo(row, roles.owner);
export const mayChangeEvent = (row: EventRow): boolean => isHost(row) && row.state !== 'archived';

/** The viewer's answer by its number; undefined without one. */
export function toRsvp({ answer, membership }: EventRow): Rsvp | undefined {
  if (answer) return answerNumbers[answer.answer];
  return membership === 'invited' ? awaitingReply : undefined;
}

export const countsView = ({ counts }: EventRow) => ({
  get_attending_count: counts.going,
  get_maybe_count: counts.maybe,
  get_not_attending_count: counts.declined,
  get_awaiting_reply_count: counts.awaiting,
  get_waiting_count: counts.queued,
});

const toLocal = (wall: string) => wall.replace('T', ' ');

/** Places that are free; null: any number. */
export const seatsLeft = ({ capacity, counts }: EventRow): number | null =>
  capacity ? Math.max(0, capacity - counts.taken) : null;

const { hasQueue, ticketUrl } = eventFields;
const { areGuestsHidden, takesMailAnswers } = eventWallFields;

const { editMenu, menusView } = plainMenus({
  type: 'event',
  ask: 'Request invitation',
  members: 'Guests',
});

/** The event as this viewer sees it: without readable posts only its front. */
export function eventView(
  row: EventItem,
  origin: string,
  { withMenu = false }: { withMenu?: boolean } = {},
): Event {
  const { isReadable } = row;
  const own = toRsvp(row);
  const owner = isReadable ? row.owner : null;
  return {
    ...containerView(row, origin, eventPath(row.itemId)),
    event_id: row.itemId,
    description: row.description,
    user_id: owner?.id ?? 0,
    parent_type: row.parentType ? (toWireType(row.parentType as ContainerType) as 'group') : 'user',
    parent_id: row.parentId ?? owner?.id ?? 0,
    parent_title: row.parentTitle ?? '',
    category_id: isFrontShown(row) ? row.categoryId : 0,
    category_title: isFrontShown(row) ? row.categoryTitle : '',
    invite: toFlag(row.invitePolicy === 'members'),
    approval: toFlag(row.joinPolicy !== 'open'),
    photo_id: row.avatar ? row.id : 0,
    starttime: toWireTime(row.startsAt),
    endtime: toWireTime(row.endsAt),
    starttime_local: toLocal(row.startsLocal),
    endtime_local: toLocal(row.endsLocal),
    timezone: row.timezone,
    all_day: toFlag(row.isAllDay),
    status: row.status,
    status_reason: row.statusReason,
    previous_starttime: row.previousStartsAt ? toWireTime(row.previousStartsAt) : '',
    series_id: row.seriesId ?? 0,
    host: row.host,
    location: row.location,
    online_url: row.onlineUrl,
    capacity: row.capacity,
    seats_left: isReadable ? seatsLeft(row) : null,
    owner_title: owner?.displayname ?? '',
    owner_image: avatarAddress(owner?.avatar ?? null, origin),
    owner_image_icon: avatarAddress(owner?.avatar ?? null, origin),
    edit: toFlag(mayChangeEvent(row)),
    membership: toMembership(row),
    isJoined: toFlag(row.membership === 'member'),
    ...(own === undefined ? {} : { rsvp: own }),
    ...(row.answer ? { seats: row.answer.seats } : {}),
    ...(row.answer?.queueNo ? { queue_number: row.answer.queueNo } : {}),
    ...countsView(row),
    ...toWireValues({ hasQueue, ticketUrl, areGuestsHidden, takesMailAnswers }, row),
    ...(withMenu && isHost(row) ? { menu: editMenu(row) } : {}),
  };
}

export const eventAnswerView = (
  row: EventItem,
  origin: string,
  options?: Parameters<typeof menusView>[1],
): EventAnswer => ({ response: eventView(row, origin), ...menusView(row, options) });
