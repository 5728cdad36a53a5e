import { mayManage, roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import type { PeopleList, PersonRow } from '#domains/containers/kit/people.server.ts';
import { plainPeople } from '#domains/containers/kit/plain-screens.views.server.ts';
import { eventReader, type EventRow } from '#domains/events/event-rows.server.ts';
import { seatMember } from '#domains/events/events.calls.ts';
import { answerLabels } from '#domains/events/events.rules.ts';
import { listGuests, type GuestList, type GuestRow } from './guests.server.ts';

type Members = ContainerScreens<EventRow>['members'];
type Guest = PersonRow & Partial<GuestRow>;

const { listMembers } = plainPeople('event', eventReader);

const lists: Record<string, GuestList> = {
  '': 'all',
  going: 'going',
  maybe: 'maybe',
  declined: 'declined',
  waiting: 'queued',
};

const list: Members['list'] = async (viewer, itemId, { kind = 'members', role = '', ...query }) => {
  if (kind !== 'members') return listMembers(viewer, itemId, { ...query, kind });
  if (role !== 'invited')
    return listGuests(viewer, itemId, { ...query, list: lists[role]! }) as Promise<
      PeopleList<EventRow>
    >;
  const invited = await listMembers(viewer, itemId, { ...query, kind: 'invitations' });
  const members = invited.members.map((one) => ({ ...one, isRemovable: false, isInvited: true }));
  return { ...invited, members };
};

function answerText({ answer, seats, queueNo, isInvited }: Guest): string {
  if (isInvited) return 'Invited';
  if (!answer) return '';
  if (queueNo) return `Number ${queueNo} on the waiting list`;
  const more = answer === 'going' && seats && seats > 1 ? `, with ${seats - 1} more` : '';
  return answerLabels[answer] + more;
}

/** The tab with the guests of an event: those with one answer, who waits, and for hosts who is invited. */
export const guestScreen = (plain: Pick<Members, 'change' | 'roleLabels'>) =>
  ({
    list,
    roles: {
      '': 'All',
      going: answerLabels.going,
      maybe: answerLabels.maybe,
      waiting: 'Waiting',
      declined: answerLabels.declined,
      invited: 'Invited',
    },
    totals: (row) => ({
      '': row.memberCount,
      going: row.counts.going,
      maybe: row.counts.maybe,
      ...(row.counts.queued > 0 && { waiting: row.counts.queued }),
      declined: row.counts.declined,
      ...(mayManage(row) && { invited: row.counts.awaiting }),
    }),
    noun: 'guest',
    total: (row) => row.counts.going,
    note: (guest: Guest) =>
      [
        guest.role >= roles.moderator ? plain.roleLabels[guest.role] : '',
        guest.title,
        answerText(guest),
      ]
        .filter(Boolean)
        .join(' · '),
    change: (row, guest: Guest, viewer) => {
      const change = guest.isInvited ? undefined : plain.change?.(row, guest, viewer);
      if (!change || !guest.queueNo) return change;
      // Also over the capacity.
      const input = { id: row.itemId, user_id: guest.id };
      const seat = { label: 'Give them a place now', call: seatMember, input };
      return { ...change, more: [seat, ...(change.more ?? [])] };
    },
  }) satisfies Partial<Members>;
