import { isMonth, monthAt, monthNumber } from './months.ts';
import { parseWallTime, toWallTime } from './wall-time.ts';

/** The days of a calendar month, as addresses name them. */

/** 'YYYY-MM' */
export type Month = string;
/** 'YYYY-MM-DD' */
export type Day = string;

/** Months that can be shown before and after the current one. */
const monthsAround = 120;

/** The month of an address; null for none, and for one that is too far from the current one. */
export function parseMonth(text: string | null, today: Day): Month | null {
  if (!text || !isMonth(text)) return null;
  const distance = monthNumber(text) - monthNumber(today.slice(0, 7));
  return Math.abs(distance) <= monthsAround ? text : null;
}

/** The day of an address, likewise. */
export function parseDay(text: string | null, today: Day): Day | null {
  const day = text?.length === 10 && parseWallTime(text)?.slice(0, 10);
  return day && parseMonth(day.slice(0, 7), today) ? day : null;
}

/** The day in a zone. */
export const dayAt = (instant: Date, zone: string): Day => toWallTime(instant, zone).slice(0, 10);

export const addMonths = (month: Month, months: number): Month =>
  monthAt(monthNumber(month) + months);

export const addDays = (day: Day, days: number): Day =>
  Temporal.PlainDate.from(day).add({ days }).toString();

export const daysOf = (month: Month): Day[] =>
  Array.from({ length: Temporal.PlainYearMonth.from(month).daysInMonth }, (_, index) =>
    addDays(`${month}-01`, index),
  );

/** The weeks of the table, from Monday; null before the first and after the last day. */
export function weeksOf(month: Month): Array<Array<Day | null>> {
  const days = daysOf(month);
  const before = Temporal.PlainDate.from(days[0]!).dayOfWeek - 1;
  const cells = [...Array.from({ length: before }, () => null), ...days];
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The instant at which a day begins there. */
export const startOfDay = (day: Day, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);
