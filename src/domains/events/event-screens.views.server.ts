import { answers, type Answer } from '#domains/containers/answers/answers.rules.ts';
import { isFrontShown, wayToJoin } from '#domains/containers/container-access.rules.ts';
import type { Action, ContainerScreens, Fact } from '#domains/containers/kit/container-screens.ts';
import { plainScreens } from '#domains/containers/kit/plain-screens.views.server.ts';
import { browsedEvents } from '#domains/events/browse/event-browse.server.ts';
import { createFormInput, toParent } from '#domains/events/edit/edit.schema.ts';
import { mayCreateEvent } from '#domains/events/edit/event-changes.server.ts';
import { eventFormValues } from '#domains/events/edit/event-forms.views.server.ts';
import { checkParent } from '#domains/events/edit/event-parent.server.ts';
import { whenText } from '#domains/events/time/when-text.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { timestampLabel } from '#lib/dates.ts';
import { itemPath } from '#lib/item-path.ts';
import { databaseNow } from '#server/clock.ts';
import { notFound } from '#server/errors.ts';
import { eventPath, eventRoutes } from './event-paths.ts';
import { eventReader, type EventItem, type EventRow } from './event-rows.server.ts';
import * as calls from './events.calls.ts';
import { answerLabels, answerNumbers } from './events.rules.ts';

const plain = plainScreens<EventRow>({
  type: 'event',
  routes: eventRoutes,
  reader: eventReader,
  calls: { ...calls, archive: calls.archiveEvent },
});

/** Whoever belongs to it, or may join by answering, says whether they come; the own answer is on. */
function answerActions(event: EventItem): Action[] {
  const { answer, isOver, status, membership, itemId } = event;
  const mayAnswer = membership === 'member' || wayToJoin(event) === 'join';
  if (!mayAnswer || isOver || status === 'cancelled' || event.state !== 'open') return [];
  const toAction = (one: Answer): Action => ({
    label: answerLabels[one],
    call: calls.answerEvent,
    input: { id: itemId, rsvp: answerNumbers[one] },
    isPressed: answer?.answer === one,
  });
  const all: Action = {
    label: 'Going to all dates',
    call: calls.answerEvent,
    input: { id: itemId, rsvp: answerNumbers.going, scope: 'all' },
  };
  return [...answers.map(toAction), ...(event.seriesId === null ? [] : [all])];
}

/** Moved by more than a day since the viewer has answered. */
const asksAgain = ({ answer, movedAt, previousStartsAt, startsAt, isOver }: EventRow): boolean =>
  !isOver &&
  answer !== null &&
  answer.answer !== 'declined' &&
  movedAt !== null &&
  new Date(answer.answeredAt) < new Date(movedAt) &&
  Math.abs(new Date(startsAt).getTime() - new Date(previousStartsAt!).getTime()) > 86_400_000;

const movedText = ({ status, previousStartsAt, timezone }: EventRow): string | false => {
  if (status === 'cancelled' || previousStartsAt === null) return false;
  const before = timestampLabel(new Date(previousStartsAt), databaseNow(), timezone);
  return `Moved: it was to begin on ${before}.`;
};

/** The group or page in which it lies. */
const parentFact = ({ parentType, parentId, parentTitle }: EventRow): Fact[] =>
  parentTitle === null || parentId === null
    ? []
    : [{ text: `in ${parentTitle}`, href: itemPath(parentType as ContainerType, parentId)! }];

/** Data of events for the screens of all kinds of containers. */
export const eventScreens: ContainerScreens<EventRow> = {
  ...plain,
  mayAddPhotos: (_, { membership, state }) => membership === 'member' && state === 'open',
  about: (event) => ({
    description: event.description,
    facts: {
      When: whenText(event),
      Where: event.location,
      Host: event.host,
      Category: isFrontShown(event) ? event.categoryTitle : '',
    },
  }),
  actions: (event) => [...answerActions(event), ...plain.actions(event)],
  membershipText: 'You are a guest. New posts come to your home feed.',
  notices: (event) => [
    event.status === 'cancelled' &&
      (event.statusReason ? `Cancelled: ${event.statusReason}` : 'This event is cancelled.'),
    event.status === 'postponed' &&
      `Postponed to a time that is not known yet.${event.statusReason ? ` ${event.statusReason}` : ''}`,
    movedText(event),
    asksAgain(event) && 'Do you still come? Please answer again.',
    event.answer?.queueNo != null &&
      `All places are taken. You wait for one, with number ${event.answer.queueNo}; you get a notification when it is yours.`,
    ...plain.notices(event),
  ],
  facts: (event) => [
    { text: whenText(event) },
    ...parentFact(event),
    ...plain.facts(event),
    ...(event.isReadable
      ? [{ text: 'Add to calendar', href: `${eventPath(event.itemId)}.ics` }]
      : []),
  ],
  form: {
    create: calls.createEvent,
    edit: calls.editEventByForm,
    delete: calls.deleteEvent,
    lead: 'Something that takes place: say when, where, and who may come.',
    mayCreate: async (viewer, query) => {
      const named = createFormInput.safeParse(Object.fromEntries(query));
      if (!named.success) throw notFound();
      await checkParent(viewer, toParent(named.data));
      return mayCreateEvent(viewer);
    },
    values: eventFormValues,
    archive: {
      verb: 'Archive',
      lead: 'An archived event can be read and left, but nobody posts or joins.',
      toInput: (archives) => ({ archive: archives ? 1 : 0 }),
    },
    content: 'posts, photos, answers',
    formerOwner: 'a co-host',
  },
  browse: browsedEvents,
};
