import { counted } from '#lib/text.ts';
import { startText } from '#lib/time-range.ts';
import type { EventRow } from './event-rows.server.ts';
import type { EventStatus } from './events.rules.ts';

const labels: Record<EventStatus, string> = {
  scheduled: '',
  moved: 'Moved',
  moved_online: 'Online',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
};

/** 'Cancelled', for lists; '' while it takes place as planned. */
export const statusLabel = ({ status }: Pick<EventRow, 'status'>): string => labels[status];

/** Sentences about what is not as planned, '' for nothing. */
export function statusText(
  event: Pick<EventRow, 'status' | 'previousStartsAt' | 'startsAt' | 'timezone' | 'isAllDay'>,
): string {
  const { status, previousStartsAt } = event;
  const before = previousStartsAt && startText({ ...event, startsAt: previousStartsAt });
  const sentences: Record<EventStatus, string> = {
    scheduled: '',
    moved: before ? `Moved. It was planned for ${before}.` : '',
    moved_online: 'This event takes place online instead.',
    postponed: `Postponed. The new time is not known yet.${before ? ` It was planned for ${before}.` : ''}`,
    cancelled: 'This event is cancelled.',
  };
  return sentences[status];
}

/** How many places are left, 0 for none: '2 places of 5 left'. */
export function seatsText(
  left: number,
  {
    capacity,
    counts,
    hasQueue,
  }: Pick<EventRow, 'capacity' | 'hasQueue'> & { counts: Pick<EventRow['counts'], 'taken'> },
): string {
  if (left > 0) return `${counted(left, 'place')} of ${capacity} left`;
  const taken =
    capacity === 1 && counts.taken === 1 ? 'The only place is taken' : 'All places are taken';
  return hasQueue ? taken : `${taken}, and there is no waiting list`;
}

/** Why the viewer waits for places, and with which number. */
export function queueText(
  { capacity, counts }: EventRow,
  { seats, queueNo }: NonNullable<EventRow['answer']>,
): string {
  if (seats > capacity)
    return `You are waiting for ${seats} places, but there are only ${capacity}. Please respond again with fewer places.`;
  const left = capacity - counts.taken;
  const others = queueNo === 1 ? '' : ', but others are ahead of you';
  const reason =
    left <= 0
      ? 'All places are taken.'
      : `${left} of ${capacity} places ${left === 1 ? 'is' : 'are'} free${others}.`;
  const what = seats > 1 ? `${seats} places` : 'a place';
  const them = seats > 1 ? 'them' : 'it';
  return `${reason} You are number ${queueNo} on the waiting list for ${what}, and will get a notification when you have ${them}.`;
}
