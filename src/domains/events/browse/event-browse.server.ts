import type { BrowseKind } from '#domains/containers/browse/browse-kind.ts';
import type { EventItem } from '#domains/events/event-rows.server.ts';
import { whenText } from '#domains/events/time/when-text.ts';
import { counted } from '#lib/text.ts';
import type { EventFilter, EventOrder } from './browse.schema.ts';
import { listEventCategories, listEvents } from './event-list.server.ts';

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
      title: 'Events that are going on',
      scope: 'ongoing',
      emptyText: 'Nothing is going on right now.',
    },
    '/events/past': {
      tab: 'Past',
      title: 'Past events',
      scope: 'past',
      emptyText: 'No event is over yet.',
    },
    '/events/my-events': {
      tab: 'My Events',
      title: 'My Events',
      scope: 'own',
      isOwn: true,
      emptyText: 'You host no event, and have answered none yet.',
    },
  },
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
  tile: (event) => [
    ...(event.status === 'cancelled' ? [{ text: 'Cancelled', isStrong: true }] : []),
    { text: whenText(event), isStrong: true },
    { text: event.location },
    { text: counted(event.counts.going, 'guest') },
  ],
};
