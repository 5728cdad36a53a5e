import { dayAt, parseDay, parseMonth } from '#lib/month-days.ts';
import { databaseNow } from '#server/clock.ts';

/** The month and the day that an address names; by default the month of today. */
export function monthAt(query: URLSearchParams, zone: string) {
  const today = dayAt(databaseNow(), zone);
  const day = parseDay(query.get('day'), today);
  const named = parseMonth(query.get('month'), today);
  return { today, day, named, month: day?.slice(0, 7) ?? named ?? today.slice(0, 7) };
}
