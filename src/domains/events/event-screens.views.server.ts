import { mayAddPhotos } from '#domains/albums/container-photos/container-photos.server.ts';
import { answers } from '#domains/containers/answers/answers.rules.ts';
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
import { itemPath } from '#lib/item-path.ts';
import { notFound } from '#server/errors.ts';
import { eventPath, eventRoutes } from './event-paths.ts';
import { eventReader, eventRef, type EventItem, type EventRow } from './event-rows.server.ts';
import * as calls from './events.calls.ts';
import { answerLabels, answerNumbers } from './events.rules.ts';
import { isHost } from './events.views.server.ts';

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
  return answers.map((one) => ({
    label: answerLabels[one],
    call: calls.answerEvent,
    input: { id: itemId, rsvp: answerNumbers[one] },
    isPressed: answer?.answer === one,
  }));
}

/** The group or page in which it lies. */
const parentFact = ({ parentType, parentId, parentTitle }: EventRow): Fact[] =>
  parentTitle === null || parentId === null
    ? []
    : [{ text: `in ${parentTitle}`, href: itemPath(parentType as ContainerType, parentId)! }];

/** Visitors answer there, hosts read who did. */
const showsMailAnswers = (event: EventItem): boolean =>
  event.takesMailAnswers &&
  event.isReadable &&
  (isHost(event) ||
    (event.visibility === 'everyone' &&
      event.membership === 'none' &&
      event.joinPolicy === 'open' &&
      event.state === 'open' &&
      event.status !== 'cancelled' &&
      !event.isOver));

/** Data of events for the screens of all kinds of containers. */
export const eventScreens: ContainerScreens<EventRow> = {
  ...plain,
  mayAddPhotos: (viewer, { id }) => mayAddPhotos(viewer, eventRef(id)),
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
    event.answer?.queueNo != null &&
      `All places are taken. You wait for one, with number ${event.answer.queueNo}; you get a notification when it is yours.`,
    ...plain.notices(event),
  ],
  facts: (event) => [
    { text: whenText(event) },
    ...parentFact(event),
    ...plain.facts(event),
    ...(showsMailAnswers(event)
      ? [{ text: 'Answers by mail', href: `${eventPath(event.itemId)}/answer` }]
      : []),
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
