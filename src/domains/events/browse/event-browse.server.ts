import type { BrowseKind } from '#domains/containers/browse/browse-kind.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { allDatesId, eventPath } from '#domains/events/event-paths.ts';
import { listGoingFaces } from '#domains/events/event-people.server.ts';
import type { EventItem } from '#domains/events/event-rows.server.ts';
import { statusLabel } from '#domains/events/event-status.ts';
import { answerEvent } from '#domains/events/events.calls.ts';
import { answerAgain, answerLabels, answerNumbers } from '#domains/events/events.rules.ts';
import { answerChoices } from '#domains/events/membership/answer-choices.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { badgeText, isElsewhere, whenText, zonedWhenText } from '#lib/time-range.ts';
import type { EventFilter, EventOrder } from './browse.schema.ts';
import { listEventCategories, listEvents, listOwnEvents } from './event-list.server.ts';

/** In the zone of the event, which is named where the reader's clocks show another time. */
function whenIn(event: EventItem, viewer: Viewer): string {
  const isNamed = !isMember(viewer) || isElsewhere(event, viewer.timezone);
  return isNamed ? zonedWhenText(event) : whenText(event);
}

const hostName = ({ host, owner, isReadable }: EventItem): string =>
  (isReadable && (host || owner?.displayname)) || '';

/** The lists of events. */
export const browsedEvents: BrowseKind<EventItem> = {
  label: 'Events',
  summary: 'Events',
  icon: 'calendar',
  lists: {
    '/events': {
      tab: 'Upcoming',
      title: 'Events',
      scope: 'future',
      emptyText: 'Nothing is planned yet. Create the first event.',
      publicEmptyText: 'Nothing is planned at the moment.',
    },
    '/events/ongoing': {
      tab: 'Now',
      title: 'Happening now',
      scope: 'ongoing',
      emptyText: 'Nothing is happening right now.',
    },
    '/events/past': {
      tab: 'Past',
      title: 'Past events',
      scope: 'past',
      emptyText: 'No past events yet.',
    },
    '/events/my-events': {
      tab: 'My Events',
      title: 'My Events',
      scope: 'own',
      isOwn: true,
      emptyText: 'You are not hosting or going to any events yet.',
    },
  },
  views: { '/events/month': 'Month' },
  create: { label: 'Create an Event', href: '/events/create' },
  calendarPath: '/events/calendar.ics',
  orders: { start: 'By date', newest: 'Newest', guests: 'Most guests' },
  texts: { search: 'Search', location: 'Place' },
  list(viewer, { texts, order, scope, ...query }) {
    const isOwn = scope === 'own';
    return listEvents(viewer, {
      ...query,
      ...texts,
      order: order as EventOrder,
      isOwn,
      ...(isOwn ? {} : { filter: scope as EventFilter }),
    });
  },
  listCategories: async () =>
    (await listEventCategories()).map(({ id, title }) => [id, title] as [number, string]),
  tile: (event, viewer) => [
    { text: statusLabel(event), isStrong: true },
    { text: whenIn(event, viewer), isStrong: true },
    ...(event.seriesId !== null && event.isReadable
      ? [
          {
            text: 'All dates',
            href: `${eventPath(event.itemId)}#${allDatesId}`,
          },
        ]
      : []),
    { text: event.location },
    { text: hostName(event) && `Host: ${isolate(hostName(event))}` },
    { text: event.isReadable ? counted(event.counts.going, 'guest') : '' },
  ],
  badge: badgeText,
  listFaces: listGoingFaces,
  stateText: ({ answer, role, isAskedAgain }) => {
    if (isAskedAgain) return answerAgain;
    if (answer?.queueNo) return `Waiting, number ${answer.queueNo}`;
    if (answer) return answerLabels[answer.answer];
    return role >= roles.moderator ? 'Host' : 'No response yet';
  },
  waysIn: (event) =>
    event.answer?.answer !== 'going' &&
    answerChoices(event).offered.includes('going') &&
    !answerChoices(event).asks
      ? [
          {
            label: answerChoices(event).labels.going,
            call: answerEvent,
            input: { id: event.itemId, rsvp: answerNumbers.going },
          },
        ]
      : [],
  listOwn: async (viewer, limit) =>
    (await listOwnEvents(viewer, limit)).map((event) => ({
      ...event,
      note: [statusLabel(event), zonedWhenText(event)].filter(Boolean).join(' · '),
    })),
};
