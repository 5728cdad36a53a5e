/** When an event takes place, as people write it, in its own zone. */

interface When {
  startsAt: string;
  endsAt: string;
  timezone: string;
  isAllDay: boolean;
}

const dayFormat = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * 'Sat, 3 Apr 2027, 19:00 – 22:00'; of whole days no times.
 * @param zone by default that of the event
 */
export function whenText({ startsAt, endsAt, timezone, isAllDay }: When, zone = timezone): string {
  const start = new Date(startsAt);
  // The end of whole days is the midnight after, and so is an evening until midnight of that day.
  const end = new Date(endsAt);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: isAllDay ? timezone : zone,
    ...dayFormat,
    ...(isAllDay ? {} : timeFormat),
  });
  return format.formatRange(start, isAllDay ? new Date(end.getTime() - 1_000) : end);
}
