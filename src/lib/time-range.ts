import { zoneCity } from './zone-names.ts';

/** A range of time in a zone, for texts. */
export interface TimeRange {
  startsAt: string;
  endsAt: string;
  timezone: string;
  isAllDay: boolean;
}

type Options = Intl.DateTimeFormatOptions;
const wholeDay: Options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
const timeOfDay: Options = { hour: 'numeric', minute: '2-digit' };
const zoneAlone: Options = { timeZoneName: 'shortOffset' };

/** Creating a format takes a hundred times longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatFor(timeZone: string, options: Options): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(options).join()}`;
  let format = formats.get(key);
  if (!format)
    formats.set(key, (format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })));
  return format;
}

/** Newer ICU writes thin spaces, which fonts draw in many ways. */
const plainSpaces = (text: string) => text.replace(/[\u2009\u202f]/g, ' ');

/**
 * 'Sat, Apr 3, 2027, 7:00 – 10:00 PM'; of whole days no times.
 * @param zone by default its own
 */
export function whenText(
  { startsAt, endsAt, timezone, isAllDay }: TimeRange,
  zone = timezone,
): string {
  const start = new Date(startsAt);
  // The end of whole days is the midnight after, and so is an evening until midnight of that day.
  const end = new Date(Date.parse(endsAt) - (isAllDay ? 1_000 : 0));
  const options = isAllDay ? wholeDay : { ...wholeDay, ...timeOfDay };
  return plainSpaces(formatFor(isAllDay ? timezone : zone, options).formatRange(start, end));
}

const offsetAt = (instant: string, zone: string): string =>
  formatFor(zone, zoneAlone)
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')!.value;

/** 'Berlin, GMT+2': its zone at that time. */
export function zoneText({ startsAt, timezone }: TimeRange, zone = timezone): string {
  const city = zoneCity(zone);
  return city === 'UTC' ? city : `${city}, ${offsetAt(startsAt, zone)}`;
}

/** The same with its zone: 'Sat, Apr 3, 2027, 7:00 – 10:00 PM (Berlin, GMT+2)'. */
export const zonedWhenText = (when: TimeRange): string =>
  whenText(when) + (when.isAllDay ? '' : ` (${zoneText(when)})`);

/** Whether the clocks of a reader in that zone show another time. */
export const isElsewhere = ({ startsAt, endsAt, timezone, isAllDay }: TimeRange, zone: string) =>
  !isAllDay &&
  [startsAt, endsAt].some((instant) => offsetAt(instant, zone) !== offsetAt(instant, timezone));

/** 'APR' and '3', for the date on a card, in its zone. */
export function badgeText({ startsAt, timezone }: TimeRange): { month: string; day: string } {
  const date = new Date(startsAt);
  return {
    month: formatFor(timezone, { month: 'short' }).format(date),
    day: formatFor(timezone, { day: 'numeric' }).format(date),
  };
}

/** '7:00 PM', when it begins. */
export const timeText = (
  { startsAt, timezone }: Pick<TimeRange, 'startsAt' | 'timezone'>,
  zone = timezone,
): string => plainSpaces(formatFor(zone, timeOfDay).format(new Date(startsAt)));

const shortStart: Options = { day: 'numeric', month: 'short', ...timeOfDay };

/** 'May 1, 10:00 AM', of whole days 'May 1'. */
export const startText = ({ startsAt, timezone, isAllDay }: Omit<TimeRange, 'endsAt'>): string =>
  plainSpaces(
    formatFor(timezone, isAllDay ? { day: 'numeric', month: 'short' } : shortStart).format(
      new Date(startsAt),
    ),
  );

/** 'May 1, 12:00 PM', when it ends; of whole days the last, 'May 2'. */
export const endText = ({ endsAt, timezone, isAllDay }: TimeRange): string => {
  const end = Date.parse(endsAt) - (isAllDay ? 1_000 : 0);
  return startText({ startsAt: new Date(end).toISOString(), timezone, isAllDay });
};
