import { dayAt, parseDay, parseMonth } from '#lib/month-days.ts';
import { isMonth } from '#lib/months.ts';
import { parseWallTime } from '#lib/wall-time.ts';
import { databaseNow } from '#server/clock.ts';
import { notFound } from '#server/errors.ts';

/**
 * The month and the day that an address names; by default, and for one that is too far away, the month of
 * today. Throws where it names none, such as 2026-99.
 */
export function monthAt(query: URLSearchParams, zone: string) {
  const today = dayAt(databaseNow(), zone);
  const texts = { day: query.get('day'), month: query.get('month') };
  if (texts.month && !isMonth(texts.month)) throw notFound();
  if (texts.day && !parseWallTime(texts.day)) throw notFound();
  const day = parseDay(texts.day, today);
  const named = parseMonth(texts.month, today);
  return { today, day, named, month: day?.slice(0, 7) ?? named ?? today.slice(0, 7) };
}
