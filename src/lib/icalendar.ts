import { addDays } from './month-days.ts';

/** Writes calendars (RFC 5545): single events, times in UTC, days without a time. */

export interface CalendarEvent {
  /** Unique over all servers and times, such as 'event-7@example.org'. */
  uid: string;
  /** When it was changed last. */
  modifiedAt: Date;
  /** Counts its changes. */
  sequence: number;
  title: string;
  description: string;
  location: string;
  url: string;
  status: 'CONFIRMED' | 'CANCELLED' | 'TENTATIVE';
  time:
    | { start: Date; end: Date }
    /** Days 'YYYY-MM-DD'; the end is the last of them. */
    | { firstDay: string; lastDay: string };
}

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // Other control characters have no place in a calendar.
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');

/** Lines have 75 octets at most; the next begins with a space. No character is cut. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

const utc = (date: Date): string => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const digits = (day: string): string => day.replaceAll('-', '');

function timeLines({ time }: CalendarEvent): string[] {
  if ('start' in time) return [`DTSTART:${utc(time.start)}`, `DTEND:${utc(time.end)}`];
  return [
    `DTSTART;VALUE=DATE:${digits(time.firstDay)}`,
    // The end is the first day after it.
    `DTEND;VALUE=DATE:${digits(addDays(time.lastDay, 1))}`,
  ];
}

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${utc(event.modifiedAt)}`,
  `LAST-MODIFIED:${utc(event.modifiedAt)}`,
  `SEQUENCE:${event.sequence}`,
  ...timeLines(event),
  `SUMMARY:${escapeText(event.title)}`,
  ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
  ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
  `STATUS:${event.status}`,
  `URL:${event.url}`,
  'END:VEVENT',
];

/** A calendar of these events. @param name as programs show it; absent for a single event */
export const writeCalendar = (events: CalendarEvent[], name?: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hearth//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...(name === undefined
      ? []
      : [
          `NAME:${escapeText(name)}`,
          `X-WR-CALNAME:${escapeText(name)}`,
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'X-PUBLISHED-TTL:PT1H',
        ]),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
