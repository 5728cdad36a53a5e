import { mayAddPhotos } from '#domains/albums/container-photos/container-photos.server.ts';
import { isFrontShown, mayManage, roles } from '#domains/containers/container-access.rules.ts';
import type { Action, ContainerScreens, Fact } from '#domains/containers/kit/container-screens.ts';
import { plainScreens } from '#domains/containers/kit/plain-screens.views.server.ts';
import { browsedEvents } from '#domains/events/browse/event-browse.server.ts';
import { createFormInput, toParent } from '#domains/events/edit/edit.schema.ts';
import { mayCreateEvent } from '#domains/events/edit/event-changes.server.ts';
import { eventFormValues, eventTimeLabels } from '#domains/events/edit/event-forms.views.server.ts';
import { checkParent } from '#domains/events/edit/event-parent.server.ts';
import { eventFields, eventWallFields } from '#domains/events/events.fields.ts';
import {
  answerActions,
  answerLabel,
  answerMenu,
} from '#domains/events/membership/answer-choices.ts';
import { guestScreen } from '#domains/events/membership/guest-screen.views.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import { counted } from '#lib/text.ts';
import { whenText, zonedWhenText } from '#lib/time-range.ts';
import { notFound } from '#server/errors.ts';
import { eventMeta } from './event-meta.ts';
import { eventPath, eventRoutes } from './event-paths.ts';
import { eventReader, eventRef, type EventItem, type EventRow } from './event-rows.server.ts';
import * as calls from './events.calls.ts';
import { answerAgain, deleteScopeLabels, takesAnswers } from './events.rules.ts';
import { eventWords, showsMailAnswers } from './events.views.server.ts';
import { eventCacheTags, nextChange } from './page-cache.server.ts';

const plain = plainScreens<EventRow>({
  type: 'event',
  routes: eventRoutes,
  reader: eventReader,
  calls: { ...calls, ...calls.kitCalls, archive: calls.archiveEvent },
  words: eventWords,
});

/** Guests have a menu that the owner has not. */
const isGuest = ({ membership, role }: EventItem) => membership === 'member' && role < roles.owner;

/** Staff of its group or page that is not among its hosts cancels it. */
function cancelByParent(event: EventItem): Action[] {
  if (!event.isParentStaff || mayManage(event) || !takesAnswers(event)) return [];
  const label = 'Cancel event';
  const actions = [{ label, call: calls.cancelEvent, input: { id: event.itemId } }];
  return [
    { label, menu: { text: 'All guests are notified. The event can still be read.', actions } },
  ];
}

/** Whoever joins does so by an answer, at the top of its first tab; questions have a form of their own. */
const headActions = (event: EventItem, tab = 'posts'): Action[] => [
  ...(tab === 'posts' || isGuest(event) ? [] : answerMenu(event)),
  ...plain
    .actions({ ...event, canInvite: event.canInvite && takesAnswers(event) })
    .filter(
      ({ join, call }) =>
        call !== calls.kitCalls.ignoreInvitation && (!join || join.questions?.length),
    ),
  ...cancelByParent(event),
];

/** Moved by more than a day since the viewer has answered. */
const asksAgain = (event: EventRow): boolean => {
  const { answer, movedAt, previousStartsAt, startsAt } = event;
  return (
    takesAnswers(event) &&
    answer !== null &&
    answer.answer !== 'declined' &&
    movedAt !== null &&
    new Date(answer.answeredAt) < new Date(movedAt) &&
    Math.abs(new Date(startsAt).getTime() - new Date(previousStartsAt!).getTime()) > 86_400_000
  );
};

/** The group or page in which it lies. */
const parentFact = ({ parentType, parentId, parentTitle }: EventRow): Fact[] =>
  parentTitle === null || parentId === null
    ? []
    : [{ text: `in ${parentTitle}`, href: itemPath(parentType as ContainerType, parentId)! }];

/** Data of events for the screens of all kinds of containers. */
export const eventScreens: ContainerScreens<EventRow> = {
  ...plain,
  mayAddPhotos: (viewer, { id }) => mayAddPhotos(viewer, eventRef(id)),
  about: (event) => ({
    description: event.description,
    facts: {
      Where: event.location,
      Host: event.isReadable ? event.host : '',
      Category: isFrontShown(event) ? event.categoryTitle : '',
    },
  }),
  actions: headActions,
  membershipText: 'You are a guest. New posts appear in your home feed.',
  membershipLabel: (event, tab) =>
    (event.isAskedAgain && answerAgain) ||
    ((tab !== 'posts' || event.answer?.queueNo) && answerLabel(event)) ||
    'Guest',
  memberActions: (event, tab) => [
    ...(tab !== 'posts' && isGuest(event) ? answerActions(event) : []),
    ...plain.memberActions(event),
  ],
  leaveScopes: ({ seriesId }) =>
    seriesId === null
      ? undefined
      : { this: 'This date: I am not coming', all: 'All dates: leave the series' },
  notices: (event) => [
    // Days of series alone end answers.
    event.isAskedAgain &&
      'This series is on other days now, so your answers to its dates have ended, also one for all dates. Please answer again.',
    asksAgain(event) &&
      'It has moved since you responded. Are you still coming? Please respond again.',
    ...plain.notices(event),
  ],
  facts: (event, tab) => [
    // At the top of its first tab with its zone.
    ...(tab === 'posts' ? [] : [{ text: tab ? zonedWhenText(event) : whenText(event) }]),
    ...parentFact(event),
    ...(event.isReadable
      ? [
          {
            text: counted(event.counts.going, 'guest'),
            href: event.isMemberListShown ? plain.path(event, 'members') : undefined,
          },
        ]
      : []),
    // A button at the top of its first tab.
    ...(showsMailAnswers(event) && (tab !== 'posts' || mayManage(event))
      ? [
          {
            text: mayManage(event) ? 'Answers by e-mail' : 'Answer without an account',
            href: `${eventPath(event.itemId)}/answer`,
            isForVisitors: !mayManage(event),
          },
        ]
      : []),
    ...(event.isReadable
      ? [{ text: 'Add to calendar', href: `${eventPath(event.itemId)}.ics` }]
      : []),
  ],
  // When, where, who and what are at the top of its first tab.
  aside: ({ description, categoryTitle }, _, tab) => ({
    description: tab === 'posts' ? '' : description,
    lines: [{ label: 'Category', text: categoryTitle, href: undefined }],
  }),
  meta: eventMeta,
  cacheTags: eventCacheTags,
  cacheUntil: nextChange,
  members: { ...plain.members, ...guestScreen(plain.members) },
  form: {
    create: calls.createEvent,
    edit: calls.editEventByForm,
    delete: calls.deleteEvent,
    deleteScopes: ({ seriesId }) => (seriesId === null ? undefined : deleteScopeLabels),
    lead: 'Bring people together: say when, where, and who can come.',
    mayCreate: async (viewer, query) => {
      const named = createFormInput.safeParse(Object.fromEntries(query));
      if (!named.success) throw notFound();
      await checkParent(viewer, toParent(named.data));
      return mayCreateEvent(viewer);
    },
    values: eventFormValues,
    fields: { ...eventFields, ...eventWallFields },
    labels: eventTimeLabels,
    archive: {
      lead: 'You can still read or leave an archived event, but nobody can post or join.',
      toInput: (archives) => ({ archive: archives ? 1 : 0 }),
    },
    content: 'posts, photos, answers',
    formerOwner: 'a co-host',
  },
  browse: browsedEvents,
};
