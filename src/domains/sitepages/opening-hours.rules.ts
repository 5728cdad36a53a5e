/** Days of the week as opening hours list them. */
export const weekDays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const maxRanges = 3;
const range = /^(\d{1,2})[:.](\d{2})\s*(?:-|–|—|to)\s*(\d{1,2})[:.](\d{2})$/;

/** '9.00' as '09:00'; undefined past the end of a day. */
function toTime(hours: string, minutes: string): string | undefined {
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return Number(minutes) < 60 && time <= '24:00' ? time : undefined;
}

/**
 * The hours of one day in one form, such as '09:00-12:30, 14:00-18:00'; '' is closed. An end before
 * its start is on the next day. Undefined for anything else.
 */
export function parseHours(text: string): string | undefined {
  if (text.trim() === '') return '';
  const ranges = text.split(/[,;]/).map((part) => {
    const [, fromHours, fromMinutes, toHours, toMinutes] = range.exec(part.trim()) ?? [];
    if (!fromHours || !fromMinutes || !toHours || !toMinutes) return undefined;
    const [from, until] = [toTime(fromHours, fromMinutes), toTime(toHours, toMinutes)];
    return from && until && from !== until ? `${from}-${until}` : undefined;
  });
  return ranges.length > maxRanges || ranges.includes(undefined) ? undefined : ranges.join(', ');
}

/** Days with their hours, Monday first; none if the page names no hours at all. */
export const shownHours = (hours: string[]): Array<{ day: string; hours: string }> =>
  hours.some(Boolean)
    ? weekDays.map((day, index) => ({
        day,
        hours: hours[index]?.replaceAll('-', '–') || 'Closed',
      }))
    : [];

/** The hours as schema.org writes them, such as 'Mo 09:00-12:30'. */
export const schemaHours = (hours: string[]): string[] =>
  hours.flatMap((ofDay, index) =>
    ofDay ? ofDay.split(', ').map((one) => `${weekDays[index]!.slice(0, 2)} ${one}`) : [],
  );

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * 'Open until 18:00' or 'Closed now'; '' for a page without hours.
 * @param wall local date and time, 'YYYY-MM-DD HH:MM'
 */
export function openState(hours: string[], wall: string): string {
  if (!hours.some(Boolean)) return '';
  const [date = '', time = ''] = wall.split(/[T ]/);
  const day = (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;
  const minute = minutesOf(time);
  for (const [past, index] of [
    [0, day],
    [24 * 60, (day + 6) % 7],
  ] as const) {
    for (const one of hours[index]?.split(', ').filter(Boolean) ?? []) {
      const [from = '', until = ''] = one.split('-');
      const start = minutesOf(from);
      // An end before its start is on the next day.
      const end = minutesOf(until) + (until < from ? 24 * 60 : 0);
      if (minute + past >= start && minute + past < end) return `Open until ${until}`;
    }
  }
  return 'Closed now';
}
