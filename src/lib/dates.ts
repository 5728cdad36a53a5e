// Times on the wire are UTC, written `YYYY-MM-DD HH:MM:SS`. Everything here is pure: the moment
// "now" is given.

const wirePattern = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/;

/** The moment a wire text names, or null when it names none. */
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
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC rolls 31 February over into March, and takes years before 100 for ones of the last
  // century.
  return moment.getUTCDate() === day &&
    moment.getUTCMonth() === month - 1 &&
    moment.getUTCFullYear() === year
    ? moment
    : null;
}

export function toWire(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
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
export function relativeTime(moment: Date, now: Date): string {
  let amount = (moment.getTime() - now.getTime()) / 1000;
  for (const [name, perNext] of units) {
    // Rounded before comparing, so that 59.7 minutes are one hour and never '60 minutes'.
    if (Math.round(Math.abs(amount)) < perNext)
      return relative.format(Math.round(amount) || 0, name);
    amount /= perNext;
  }
  return '';
}

/** How long until `relativeTime` may say something else, in milliseconds. */
export function untilNextChange(moment: Date, now: Date): number {
  const age = Math.abs(now.getTime() - moment.getTime());
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

/** Making one takes a hundred times longer than using it. */
const formats = new Map<Options, Map<string | undefined, Intl.DateTimeFormat>>();
function format(moment: Date, timeZone: string | undefined, options: Options): string {
  let ofOptions = formats.get(options);
  if (!ofOptions) formats.set(options, (ofOptions = new Map()));
  let found = ofOptions.get(timeZone);
  if (!found)
    ofOptions.set(
      timeZone,
      (found = new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone ? { timeZone } : {}) })),
    );
  // Newer ICU puts a narrow no-break space before AM and PM; servers and browsers must agree.
  return found.format(moment).replace(/\u202f/g, ' ');
}

/** The number of the calendar day in that time zone, so that days can be subtracted. */
function dayNumber(moment: Date, timeZone: string | undefined): number {
  const [month, day, year] = format(moment, timeZone, numericDay).split('/').map(Number);
  return Date.UTC(year!, month! - 1, day!) / 86_400_000;
}

/**
 * 'Today at 2:05 PM', 'Yesterday at 9:00 AM', 'Tomorrow at 8:30 AM', 'Jun 1 at 8:00 AM'. Without a
 * time zone, the runtime's own.
 */
export function dateLabel(moment: Date, now: Date, timeZone?: string): string {
  const time = format(moment, timeZone, timeOfDay);
  const distance = dayNumber(moment, timeZone) - dayNumber(now, timeZone);
  const day =
    { '0': 'Today', '-1': 'Yesterday', '1': 'Tomorrow' }[distance] ??
    format(moment, timeZone, monthAndDay);
  return `${day} at ${time}`;
}

/**
 * 'Today', 'Yesterday', 'Jun 1', and from 300 days on 'Jun 1, 2024': what stands between the
 * messages of two days.
 */
export const dayLabel = (moment: Date, now: Date, timeZone: string): string =>
  momentLabel(moment, now, timeZone).split(' at ')[0]!;

/** '2:05 PM'. */
export const clockLabel = (moment: Date, timeZone?: string): string =>
  format(moment, timeZone, timeOfDay);

/** 'Jun 1, 2024'. */
export function plainDate(moment: Date, timeZone = 'UTC'): string {
  return format(moment, timeZone, wholeDay);
}

/**
 * When something was written, as `dateLabel` says it; what is older than 300 days names its year as
 * well. Without a time zone the reader's is not known, as of visitors: then the label names its
 * own.
 */
export function momentLabel(moment: Date, now: Date, timeZone?: string): string {
  const zone = timeZone ?? 'UTC';
  const isRecent = Math.abs(now.getTime() - moment.getTime()) < 300 * 86_400_000;
  // Nothing was written in the future: a screen that was opened before midnight must not call it
  // tomorrow's.
  const label = isRecent
    ? dateLabel(moment, now < moment ? moment : now, zone)
    : `${plainDate(moment, zone)} at ${format(moment, zone, timeOfDay)}`;
  return timeZone ? label : `${label} UTC`;
}

/** A label within a sentence: 'signed in today at 8:00 AM'. */
export const inSentence = (label: string): string =>
  label.replace(/^(?:Today|Yesterday|Tomorrow)/, (day) => day.toLowerCase());

/** 'Saturday, June 1, 2024 at 8:00 AM UTC': the whole truth, for tooltips. */
export function fullDate(moment: Date, timeZone?: string): string {
  return format(moment, timeZone, timeZone ? everythingAndZone : everything);
}
