import { seatByHand } from '#domains/containers/answers/seat-by-hand.server.ts';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { memberInput } from '#domains/containers/kit/membership.schema.ts';
import type { PeopleKind } from '#domains/containers/kit/people.server.ts';
import { plainPeople } from '#domains/containers/kit/plain-screens.views.server.ts';
import { plainHandlers } from '#domains/containers/kit/plain.api.ts';
import { eventReader, readEvent, readOpenEvent } from '#domains/events/event-rows.server.ts';
import { eventScreens } from '#domains/events/event-screens.views.server.ts';
import * as calls from '#domains/events/events.calls.ts';
import { awaitingReply, toAnswer } from '#domains/events/events.rules.ts';
import { membershipNames } from '#domains/events/events.schema.ts';
import { countsView, toMembership, toRsvp } from '#domains/events/events.views.server.ts';
import { answerAll } from '#domains/events/series/answer-all.server.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import { listGuests } from './guests.server.ts';
import { guestsView } from './guests.views.server.ts';
import * as shapes from './membership.schema.ts';

const { listMembers } = plainPeople('event', eventReader);

const answerHandler = handle(
  calls.answerEvent,
  shapes.answerInput,
  noContentWith(shapes.answeredAnswer),
  async (member, { id, rsvp, seats, scope }) => {
    const itemAnswer = { answer: toAnswer(rsvp), seats };
    await setAnswer(member, { type: 'event', itemId: id }, itemAnswer);
    if (scope === 'all') await answerAll(member, id, itemAnswer);
    const row = await readEvent(member, id);
    return {
      rsvp: toRsvp(row) ?? 0,
      ...(row.answer?.queueNo ? { queue_number: row.answer.queueNo } : {}),
      ...countsView(row),
    };
  },
  { limit: 'answerEvent', form: {}, summary: 'Answer whether the caller comes' },
);

function toPeopleKind(flags: {
  waiting: number;
  banned: number;
  invited: number;
  rsvp: string;
}): PeopleKind {
  if (flags.waiting) return 'requests';
  if (flags.banned) return 'bans';
  return flags.invited || flags.rsvp === String(awaitingReply) ? 'invitations' : 'members';
}

const listHandler = handle(
  calls.listMembers,
  shapes.membersInput,
  shapes.membersAnswer,
  async (member, { id, waiting, banned, invited, rsvp, queued, menu, ...query }, request) => {
    const kind = toPeopleKind({ waiting, banned, invited, rsvp });
    const withAnswer = rsvp ? toAnswer(Number(rsvp)) : 'all';
    const found: Parameters<typeof guestsView>[0] =
      kind === 'members'
        ? await listGuests(member, id, { ...query, list: queued ? 'queued' : withAnswer })
        : await listMembers(member, id, { ...query, kind });
    return guestsView(found, {
      kind,
      eventId: id,
      withMenu: menu === 1,
      origin: originFor(request),
    });
  },
  { summary: 'Guests of an event; for its hosts also requests, invitations and bans' },
);

const seatHandler = handle(
  calls.seatMember,
  memberInput('user_id'),
  noContent,
  (member, { id, memberId }) => seatByHand(member, { type: 'event', itemId: id }, memberId),
  {
    form: { done: 'This guest has a place now.' },
    summary: 'Give a guest who waits a place, also over the capacity',
  },
);

export const membershipEventHandlers: Handler[] = [
  answerHandler,
  listHandler,
  seatHandler,
  ...plainHandlers(calls, eventScreens, {
    type: 'event',
    read: readEvent,
    readOpen: readOpenEvent,
    membershipNames,
    toMembership,
    hasRules: false,
  }),
];
