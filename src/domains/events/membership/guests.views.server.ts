import { roles } from '#domains/containers/container-access.rules.ts';
import type { ListedMember, PeopleKind } from '#domains/containers/kit/people.server.ts';
import type { EventRow } from '#domains/events/event-rows.server.ts';
import { answerNumbers, awaitingReply } from '#domains/events/events.rules.ts';
import { isHost, mayChangeEvent, ownsEvent } from '#domains/events/events.views.server.ts';
import { userLiteView } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag, type MenuItem } from '#lib/shapes.ts';
import type { GuestRow } from './guests.server.ts';
import type { Guest, MembersAnswer } from './membership.schema.ts';

interface ListOptions {
  kind: PeopleKind;
  /** The number that the caller named. */
  eventId: number;
  withMenu: boolean;
  origin: string;
}

type Person = ListedMember & Partial<GuestRow>;

/** Actions of hosts on somebody in a list; null for others. */
function guestMenu(
  event: EventRow,
  person: Person,
  { kind, eventId }: ListOptions,
): MenuItem[] | null {
  const isManaged = isHost(event) && person.role < event.role && mayChangeEvent(event);
  if (!isManaged && !person.isRemovable) return null;
  const item = (name: string, label: string): MenuItem => ({
    name,
    label,
    url: `events/member/${name}/${eventId}`,
    urlParams: { user_id: person.id },
  });
  if (kind === 'requests') return [item('approve', 'Approve'), item('cancel', 'Refuse')];
  if (kind === 'invitations')
    return [item('resend', 'Send again'), item('cancel', 'Revoke invitation')];
  if (kind === 'bans') return [item('unban', 'End ban')];
  const isCoHost = person.role >= roles.moderator;
  return [
    ...(isManaged && person.queueNo ? [item('seat', 'Give a place')] : []),
    ...(ownsEvent(event) && isManaged
      ? [isCoHost ? item('demote', 'Make guest again') : item('promote', 'Make co-host')]
      : []),
    ...(person.isRemovable ? [item('remove', 'Remove'), item('ban', 'Ban')] : []),
  ];
}

function guestView(event: EventRow, person: Person, options: ListOptions): Guest {
  const { kind, withMenu, origin } = options;
  const { answer, seats, queueNo } = person;
  return {
    ...userLiteView(person, origin),
    ...(answer ? { rsvp: answerNumbers[answer] } : {}),
    ...(kind === 'invitations' ? { rsvp: awaitingReply } : {}),
    ...(seats ? { seats } : {}),
    ...(queueNo ? { queue_number: queueNo } : {}),
    is_owner: toFlag(person.id === event.owner?.id),
    is_cohost: toFlag(person.role >= roles.moderator && person.role < roles.owner),
    join_date: toWireTime(person.since),
    ...(kind === 'bans'
      ? {
          reason: person.reason,
          banned_until: person.bannedUntil ? toWireTime(person.bannedUntil) : '',
        }
      : {}),
    menu: withMenu ? guestMenu(event, person, options) : null,
  };
}

export const guestsView = (
  { row: event, total, members }: { row: EventRow; total: number; members: Person[] },
  options: ListOptions,
): MembersAnswer => ({
  members: members.map((person) => guestView(event, person, options)),
  totalItemCount: total,
  getTotalItemCount: total,
  getWaitingItemCount: isHost(event) ? event.requestCount : 0,
  waiting: options.kind === 'requests' ? 1 : 0,
  canEdit: toFlag(mayChangeEvent(event)),
});
