// Times on the wire are UTC, written `YYYY-MM-DD HH:MM:SS`. All functions are pure: the current
// time is a parameter.

const wirePattern = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/;

/** Parses a wire time; null if it is invalid. */
export function parseWire(text: string): Date | null {
  const match = wirePattern.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC rolls 31 February over into March, and maps years before 100 to the last century.
  return date.getUTCDate() === day &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCFullYear() === year
    ? date
    : null;
}

export function toWire(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

const units: [name: Intl.RelativeTimeFormatUnit, perNext: number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.34524],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** '5 minutes ago', 'yesterday', 'in 2 weeks', 'now'. */
export function relativeTime(date: Date, now: Date): string {
  let amount = (date.getTime() - now.getTime()) / 1000;
  for (const [name, perNext] of units) {
    // Rounded before comparing, so that 59.7 minutes are one hour and never '60 minutes'.
    if (Math.round(Math.abs(amount)) < perNext)
      return relative.format(Math.round(amount) || 0, name);
    amount /= perNext;
  }
  return '';
}

/** Milliseconds until the result of `relativeTime` may change. */
export function untilNextChange(date: Date, now: Date): number {
  const age = Math.abs(now.getTime() - date.getTime());
  if (age < 60_000) return 5_000;
  if (age < 3_600_000) return 30_000;
  return 600_000;
}

type Options = Intl.DateTimeFormatOptions;
const numericDay: Options = { year: 'numeric', month: '2-digit', day: '2-digit' };
const timeOfDay: Options = { hour: 'numeric', minute: '2-digit' };
const monthAndDay: Options = { month: 'short', day: 'numeric' };
const wholeDay: Options = { ...monthAndDay, year: 'numeric' };
const everything: Options = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  ...timeOfDay,
};
const everythingAndZone: Options = { ...everything, timeZoneName: 'short' };

/** Creating a format takes a hundred times longer than using it. */
const formats = new Map<Options, Map<string | undefined, Intl.DateTimeFormat>>();
function format(date: Date, timeZone: string | undefined, options: Options): string {
  let byTimeZone = formats.get(options);
  if (!byTimeZone) formats.set(options, (byTimeZone = new Map()));
  let found = byTimeZone.get(timeZone);
  if (!found)
    byTimeZone.set(
      timeZone,
      (found = new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone ? { timeZone } : {}) })),
    );
  // Newer ICU puts a narrow no-break space before AM and PM; servers and browsers must agree.
  return found.format(date).replace(/\u202f/g, ' ');
}

/** Whether the text is a day of the calendar, such as 2026-11-23. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && parseWire(`${text} 00:00:00`) !== null;

/** The calendar day in that time zone as a number, so that days can be subtracted. */
function dayNumber(date: Date, timeZone: string | undefined): number {
  const [month, day, year] = format(date, timeZone, numericDay).split('/').map(Number);
  return Date.UTC(year!, month! - 1, day!) / 86_400_000;
}

/**
 * 'Today at 2:05 PM', 'Yesterday at 9:00 AM', 'Tomorrow at 8:30 AM', 'Jun 1 at 8:00 AM'. Without a
 * time zone, the runtime's own.
 */
export function dateLabel(date: Date, now: Date, timeZone?: string): string {
  const time = format(date, timeZone, timeOfDay);
  const distance = dayNumber(date, timeZone) - dayNumber(now, timeZone);
  const day =
    { '0': 'Today', '-1': 'Yesterday', '1': 'Tomorrow' }[distance] ??
    format(date, timeZone, monthAndDay);
  return `${day} at ${time}`;
}

/**
 * 'Today', 'Yesterday', 'Jun 1', and from 300 days on 'Jun 1, 2024': the divider between messages
 * of two days.
 */
export const dayLabel = (date: Date, now: Date, timeZone: string): string =>
  timestampLabel(date, now, timeZone).split(' at ')[0]!;

/** '2:05 PM'. */
export const clockLabel = (date: Date, timeZone?: string): string =>
  format(date, timeZone, timeOfDay);

/** 'Jun 1, 2024'. */
export function plainDate(date: Date, timeZone = 'UTC'): string {
  return format(date, timeZone, wholeDay);
}

/**
 * The time something was written, as `dateLabel`; from 300 days on with its year. Without a time
 * zone the reader's is unknown, as for visitors: then the label names UTC.
 */
export function timestampLabel(date: Date, now: Date, timeZone?: string): string {
  const zone = timeZone ?? 'UTC';
  // Counted in days, like 'Today': a label holds for a whole day (layouts/drawn-feed.ts).
  const isRecent = Math.abs(dayNumber(now, zone) - dayNumber(date, zone)) < 300;
  // A screen opened before midnight must not call a later text tomorrow's: nothing is written in
  // the future.
  const label = isRecent
    ? dateLabel(date, now < date ? date : now, zone)
    : `${plainDate(date, zone)} at ${format(date, zone, timeOfDay)}`;
  return timeZone ? label : `${label} UTC`;
}

/** A label within a sentence: 'signed in today at 8:00 AM'. */
export const inSentence = (label: string): string =>
  label.replace(/^(?:Today|Yesterday|Tomorrow)/, (day) => day.toLowerCase());

/** 'Saturday, June 1, 2024 at 8:00 AM UTC': the full date, for tooltips. */
export function fullDate(date: Date, timeZone?: string): string {
  return format(date, timeZone, timeZone ? everythingAndZone : everything);
}

/**
 * Converts a PostgreSQL timestamp (`2024-06-01 08:00:00.12+00`, or with `T` inside JSON) to the
 * wire format. Sessions run in UTC.
 */
export const toWireTime = (timestamp: string): string =>
  `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}`;

/** Unix seconds of the same. */
export const toUnixSeconds = (timestamp: string): number =>
  Date.parse(`${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}Z`) / 1000;
