import { seatByHand } from '#domains/containers/answers/seat-by-hand.server.ts';
import { requestWithAnswer, setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { wayToJoin } from '#domains/containers/container-access.rules.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import {
  memberInput,
  membershipAnswer,
  refusedAnswer,
  refusedForm,
  toAnswers,
  type MembershipAnswer,
} from '#domains/containers/kit/membership.schema.ts';
import type { ListedMember, PeopleList } from '#domains/containers/kit/people.server.ts';
import { plainPeople } from '#domains/containers/kit/plain-screens.views.server.ts';
import { plainHandlers } from '#domains/containers/kit/plain.api.ts';
import {
  toMembership,
  toPeopleKind,
  toRoleName,
} from '#domains/containers/kit/plain.views.server.ts';
import {
  leaveContainer,
  readMemberCount,
  withdraw,
} from '#domains/containers/membership/memberships.server.ts';
import { refuseRequests } from '#domains/containers/membership/staff.server.ts';
import {
  eventReader,
  readEvent,
  readOpenEvent,
  type EventRow,
} from '#domains/events/event-rows.server.ts';
import { eventScreens } from '#domains/events/event-screens.views.server.ts';
import * as calls from '#domains/events/events.calls.ts';
import {
  answerNumbers,
  answerSaved,
  awaitingReply,
  toAnswer,
} from '#domains/events/events.rules.ts';
import { membershipNames, type MembershipName } from '#domains/events/events.schema.ts';
import { countsView, eventPeopleView, toRsvp } from '#domains/events/events.views.server.ts';
import { answerAll } from '#domains/events/series/answer-all.server.ts';
import { toFlag } from '#lib/shapes.ts';
import { originFor } from '#server/base-url.ts';
import { notFound } from '#server/errors.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { consume } from '#server/limits.ts';
import { noContentWith } from '#server/responses.ts';
import { listGuests, type GuestRow } from './guests.server.ts';
import * as shapes from './membership.schema.ts';

const { kitCalls } = calls;
const { listMembers } = plainPeople('event', eventReader);

const answerHandler = handle(
  calls.answerEvent,
  shapes.answerInput,
  noContentWith(shapes.answeredAnswer),
  async (member, { id, rsvp, seats, scope }) => {
    const itemAnswer = { answer: toAnswer(rsvp), seats };
    // Whoever declines the invitation to a secret one knows of it no more.
    const before = rsvp === 0 ? await readEvent(member, id) : undefined;
    const isDeclined = before?.membership === 'invited';
    await setAnswer(member, { type: 'event', itemId: id }, itemAnswer, async (change) => {
      if (scope === 'all') await answerAll(change, member, itemAnswer);
    });
    const row = isDeclined && !before.isReadable ? before : await readEvent(member, id);
    return {
      rsvp: isDeclined ? 0 : (toRsvp(row) ?? 0),
      ...(row.answer?.queueNo ? { queue_number: row.answer.queueNo } : {}),
      ...countsView(row),
    };
  },
  {
    limit: 'answerEvent',
    form: {
      done: answerSaved,
      otherwise: {
        text: 'You are on the waiting list.',
        applies: ({ queue_number: queueNo }) => queueNo !== undefined,
      },
      anchor: () => 'answer',
    },
    summary: 'Say whether you are coming',
  },
);

type Guest = ListedMember & Partial<GuestRow>;

const listHandler = handle(
  calls.listMembers,
  shapes.membersInput,
  shapes.membersAnswer,
  async (member, { id, waiting, banned, invited, rsvp, queued, menu, ...query }, request) => {
    const isAwaiting = rsvp === String(awaitingReply);
    const kind = toPeopleKind({ waiting, banned, invited: invited || isAwaiting });
    const withAnswer = rsvp ? toAnswer(Number(rsvp)) : 'all';
    const found: Pick<PeopleList<EventRow, Guest>, 'row' | 'total' | 'members'> = kind === 'members'
      ? await listGuests(member, id, { ...query, list: queued ? 'queued' : withAnswer })
      : await listMembers(member, id, { ...query, kind });
    const options = { kind, withMenu: menu === 1, origin: originFor(request) };
    return eventPeopleView(found, options, ({ answer, seats, queueNo, role }) => ({
      fields: {
        ...(answer ? { rsvp: answerNumbers[answer] } : {}),
        ...(kind === 'invitations' ? { rsvp: awaitingReply } : {}),
        ...(seats ? { seats } : {}),
        ...(queueNo ? { queue_number: queueNo } : {}),
        is_cohost: toFlag(toRoleName(role, 'cohost') === 'cohost'),
      },
      more: queueNo ? [['seat', 'Give a place']] : [],
    }));
  },
  { summary: 'Guests of an event; for its hosts also requests, invitations and bans' },
);

const seatHandler = handle(
  calls.seatMember,
  memberInput('user_id'),
  noContent,
  (member, { id, memberId }) => seatByHand(member, { type: 'event', itemId: id }, memberId),
  {
    form: { done: 'This guest now has a place.' },
    summary: 'Give a place to a guest on the waiting list, also over the capacity',
  },
);

const stillBelongs = ({ membership }: MembershipAnswer<MembershipName>) => membership !== 'none';

/** Calls of the kit in which events have an answer as well, or mean the caller's own. */
const ownHandlers = [
  handle(
    kitCalls.join,
    shapes.joinInput,
    noContentWith(shapes.joinedAnswer),
    async (member, { id, rsvp }) => {
      await setAnswer(member, { type: 'event', itemId: id }, { answer: toAnswer(rsvp) });
      const row = await readEvent(member, id);
      const { memberCount: member_count } = row;
      return { membership: toMembership(row, 'cohost'), rsvp: toRsvp(row) ?? 0, member_count };
    },
    {
      limit: 'answerEvent',
      form: { done: 'You are now a guest.' },
      summary: 'Join an open event with an answer',
    },
  ),
  handle(
    kitCalls.requestMembership,
    shapes.requestInput,
    noContentWith(membershipAnswer(membershipNames)),
    async (member, { id, rsvp, seats, ...fields }) => {
      const request = { ...toAnswers(fields), answer: toAnswer(rsvp), seats };
      await requestWithAnswer(member, { type: 'event', itemId: id }, request);
      const row = await readEvent(member, id);
      return { membership: toMembership(row, 'cohost'), member_count: row.memberCount };
    },
    {
      form: { done: 'Your request was sent.' },
      summary: 'Ask to come, with an answer that counts once it is approved',
    },
  ),
  handle(
    kitCalls.acceptInvitation,
    shapes.joinInput,
    noContent,
    async (member, { id, rsvp }) => {
      if (wayToJoin(await readEvent(member, id)) !== 'accept') throw notFound();
      await setAnswer(member, { type: 'event', itemId: id }, { answer: toAnswer(rsvp) });
    },
    { form: { done: 'You are now a guest.' }, summary: 'Accept an invitation with an answer' },
  ),
  handle(
    kitCalls.refuseRequest,
    shapes.refuseInput,
    noContentWith(refusedAnswer),
    async (member, { id, user_id: memberIds, reason }) => {
      const wall = await wallOf('event', id);
      if (memberIds.length) return refuseRequests(member, wall, memberIds, reason);
      await withdraw(member, wall, 'requested');
      return { revoked: 0 };
    },
    {
      form: refusedForm,
      summary: 'Reject requests, revoke invitations, or cancel your own request',
    },
  ),
  handle(
    kitCalls.leave,
    shapes.leaveEventInput,
    noContentWith(membershipAnswer(membershipNames)),
    async (member, { id, scope, delete_posts }): Promise<MembershipAnswer<MembershipName>> => {
      const wall = await wallOf('event', id);
      const { membership, seriesId } = await readEvent(member, id);
      if (membership === 'member' && seriesId !== null && scope === 'this') {
        await consume(['answerEvent', member.id]);
        await setAnswer(member, { type: 'event', itemId: id }, { answer: 'declined' });
        const row = await readEvent(member, id);
        return { membership: toMembership(row, 'cohost'), member_count: row.memberCount };
      }
      await leaveContainer(member, wall, delete_posts === 1);
      return { membership: 'none', member_count: await readMemberCount(wall) };
    },
    {
      form: {
        done: 'You have left the event.',
        otherwise: { text: 'You are not coming on this date.', applies: stillBelongs },
        next: (left) => (stillBelongs(left) ? undefined : '/events/my-events'),
      },
      summary:
        'Leave an event, of a series all or that date alone; your own posts stay or are deleted',
    },
  ),
];
const isOwn = ({ call }: Handler) => ownHandlers.some((own) => own.call === call);

export const membershipEventHandlers: Handler[] = [
  answerHandler,
  listHandler,
  seatHandler,
  ...ownHandlers,
  ...plainHandlers(kitCalls, eventScreens, {
    type: 'event',
    read: readEvent,
    readOpen: readOpenEvent,
    membershipNames,
    toMembership: (row) => toMembership(row, 'cohost'),
    hasRules: false,
  }).filter((handler) => !isOwn(handler)),
];
