import type { EventStatus } from '#domains/events/events.rules.ts';
import { endText, startText, whenText, zonedWhenText } from '#lib/time-range.ts';

/** An event before or after a change. */
export interface EventState {
  id: number;
  title: string;
  status: EventStatus;
  startsAt: string;
  endsAt: string;
  timezone: string;
  isAllDay: boolean;
  /** By the clocks of its zone, 'YYYY-MM-DD'. */
  day: string;
  location: string;
  onlineUrl: string;
  isOver: boolean;
}

/** 'Tea, Sat, May 1, 2027, 10:00 AM – 12:00 PM (Berlin, GMT+2)'. */
export const namedText = (event: EventState): string => `${event.title}, ${zonedWhenText(event)}`;

const instant = (text: string) => new Date(text).getTime();

/** To another start: with another end alone it takes longer, or less long. */
export const hasMoved = (before: EventState, after: EventState): boolean =>
  instant(before.startsAt) !== instant(after.startsAt);

const hasOtherEnd = (before: EventState, after: EventState): boolean =>
  instant(before.endsAt) !== instant(after.endsAt);

/** Its start, so that guests are asked again whether they come. */
export const isMovedFar = (before: EventState, after: EventState): boolean =>
  Math.abs(instant(before.startsAt) - instant(after.startsAt)) > 86_400_000;

export const isOnAnotherDay = (before: EventState, after: EventState): boolean =>
  before.day !== after.day;

const isMovedOnline = (before: EventState, after: EventState): boolean =>
  before.location !== '' && after.location === '' && after.onlineUrl !== '';

export function statusAfter(before: EventState, after: EventState): EventStatus {
  if (before.status === 'cancelled') return 'cancelled';
  if (isMovedOnline(before, after)) return 'moved_online';
  if (hasMoved(before, after)) return 'moved';
  const isBack = before.status === 'moved_online' && after.location !== '';
  return isBack ? 'scheduled' : after.status;
}

/** Says the new times and those of before; '' for the same. */
function timesText(before: EventState, after: EventState): string {
  if (hasMoved(before, after)) return `now ${zonedWhenText(after)}, before ${startText(before)}.`;
  if (!hasOtherEnd(before, after)) return '';
  if (before.isAllDay !== after.isAllDay)
    return `now ${zonedWhenText(after)}, before ${whenText(before)}.`;
  return `now ends ${endText(after)}, before ${endText(before)}.`;
}

/** Says what guests need to know of a change; null: nothing. It names no place, which not all may read. */
export function changeText(before: EventState, after: EventState): string | null {
  const isOnAgain = before.status === 'postponed' && after.status === 'scheduled';
  const planned = isOnAgain ? `on as planned, ${zonedWhenText(after)}.` : '';
  const time = timesText(before, after) || planned;
  const location = isMovedOnline(before, after)
    ? 'It takes place online.'
    : 'It takes place somewhere else.';
  const isElsewhere = before.location !== after.location;
  const isOtherAddress = before.onlineUrl !== '' && before.onlineUrl !== after.onlineUrl;
  const address = isOtherAddress && !isElsewhere && 'It has a new online address.';
  if (!time && !isElsewhere && !address) return null;
  return [`${after.title}:`, time, isElsewhere && location, address].filter(Boolean).join(' ');
}
