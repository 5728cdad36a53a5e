import {
  belongsTo,
  isFrontShown,
  roles,
  wayToJoin,
} from '#domains/containers/container-access.rules.ts';
import { containerView } from '#domains/containers/kit/kind.views.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireValues } from '#lib/field-list.ts';
import { toFlag, toMenuItem, type MenuItem } from '#lib/shapes.ts';
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

const itemOf =
  ({ itemId }: EventItem) =>
  (name: string, label: string, path: string): MenuItem =>
    toMenuItem(name, label, `events/${path}/${itemId}`);

function editMenu(row: EventItem): MenuItem[] {
  const item = itemOf(row);
  return [
    ...(mayChangeEvent(row) ? [item('edit', 'Edit event', 'edit')] : []),
    ...(ownsEvent(row) ? [item('delete', 'Delete event', 'delete')] : []),
  ];
}

/** Clients swap `join` with `leave` and `request` with `request-cancel` in these addresses. */
function gutterMenu(row: EventItem): MenuItem[] {
  const item = itemOf(row);
  const way = wayToJoin(row);
  const isMember = row.membership === 'member';
  return [
    ...(isHost(row) ? editMenu(row) : []),
    ...(isMember && !ownsEvent(row) ? [item('leave', 'Leave event', 'member/leave')] : []),
    ...(way === 'join' ? [item('join', 'Join event', 'member/join')] : []),
    ...(way === 'ask' ? [item('request', 'Request invitation', 'member/request')] : []),
    ...(row.membership === 'requested'
      ? [item('cancel', 'Cancel request', 'member/request-cancel')]
      : []),
    ...(way === 'accept' ? [item('accept', 'Accept invitation', 'member/accept')] : []),
    ...(row.membership === 'invited' ? [item('ignore', 'Ignore invitation', 'member/ignore')] : []),
    ...(row.canInvite ? [item('invite', 'Invite friends', 'member/invite')] : []),
  ];
}

function profileTabs(row: EventItem, photoCount: number): EventAnswer['profile_tabs'] {
  const { itemId } = row;
  const subject = { subject_type: 'event', subject_id: itemId };
  const members = {
    ...itemOf(row)('members', 'Guests', 'member/list'),
    totalItemCount: row.memberCount,
  };
  const shownMembers = row.isMemberListShown ? [members] : [];
  if (!row.isReadable) return shownMembers;
  return [
    {
      ...toMenuItem('update', 'Posts', 'advancedactivity/feeds', subject),
      totalItemCount: row.postCount,
    },
    ...shownMembers,
    {
      ...toMenuItem('photos', 'Photos', 'events/photo/list', { event_id: itemId }),
      totalItemCount: photoCount,
    },
  ];
}

export const eventAnswerView = (
  row: EventItem,
  origin: string,
  { menu = true, tabs = true, photoCount = 0 } = {},
): EventAnswer => ({
  response: eventView(row, origin),
  gutterMenu: menu ? gutterMenu(row) : [],
  profile_tabs: tabs ? profileTabs(row, photoCount) : [],
});
