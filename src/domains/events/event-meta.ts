import { containerMeta } from '#domains/containers/kit/container-meta.ts';
import { lastDay } from '#domains/events/time/event-times.server.ts';
import { isolate } from '#lib/names.ts';
import { zonedWhenText } from '#lib/time-range.ts';
import { eventPath } from './event-paths.ts';
import type { EventItem } from './event-rows.server.ts';
import { statusLabel } from './event-status.ts';
import type { EventStatus } from './events.rules.ts';

const statuses: Record<EventStatus, string> = {
  scheduled: 'EventScheduled',
  moved: 'EventRescheduled',
  moved_online: 'EventMovedOnline',
  postponed: 'EventPostponed',
  cancelled: 'EventCancelled',
};

/** An instant as search engines want it; of whole days the day. */
const toSchemaTime = (instant: string, { isAllDay, startsLocal }: EventItem) =>
  isAllDay ? startsLocal.slice(0, 10) : new Date(instant).toISOString();

/**
 * Metadata of a public event for search engines and previews. Its online address is for guests.
 * @param origin PUBLIC_ORIGIN, the base of every address
 */
export function eventMeta(event: EventItem, origin: string) {
  const { title, location, host, owner, ticketUrl, previousStartsAt, hasOnlineUrl } = event;
  // Until 2026-11 another end alone was a move, too.
  const status = event.status === 'moved' && !previousStartsAt ? 'scheduled' : event.status;
  const path = eventPath(event.itemId);
  const isOnline = status === 'moved_online' || (hasOnlineUrl && !location);
  const meta = containerMeta(event, origin, path, {
    '@type': 'Event',
    logo: undefined,
    '@id': `${origin}${path}#event`,
    startDate: toSchemaTime(event.startsAt, event),
    endDate: event.isAllDay ? lastDay(event.endsLocal) : toSchemaTime(event.endsAt, event),
    eventStatus: `https://schema.org/${statuses[status]}`,
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isOnline
      ? { '@type': 'VirtualLocation', url: origin + path }
      : { '@type': 'Place', name: location || title, address: location },
    ...(previousStartsAt && status === 'moved'
      ? { previousStartDate: new Date(previousStartsAt).toISOString() }
      : {}),
    ...(event.isReadable && (host || owner)
      ? {
          organizer: {
            '@type': host ? 'Organization' : 'Person',
            name: host || owner!.displayname,
          },
        }
      : {}),
    ...(ticketUrl ? { offers: { '@type': 'Offer', url: ticketUrl } } : {}),
  });
  const where = location && ` · ${isolate(location)}`;
  const label = status === 'cancelled' || status === 'postponed' ? `${statusLabel(event)}: ` : '';
  return { ...meta, description: `${label}${zonedWhenText(event)}${where}. ${meta.description}` };
}
