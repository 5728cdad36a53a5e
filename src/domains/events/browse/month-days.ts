/** The days of a calendar month, as addresses name them. */

/** 'YYYY-MM' */
export type Month = string;
/** 'YYYY-MM-DD' */
export type Day = string;

/** Months that can be shown before and after the current one. */
const monthsAround = 120;

const asMonth = (month: Month) => Temporal.PlainYearMonth.from(month);
const isIn = (one: Temporal.PlainYearMonth, current: Temporal.PlainYearMonth) =>
  Math.abs(current.until(one, { largestUnit: 'month' }).months) <= monthsAround;

/** The month of an address; null for none, and for one that is too far from the current one. */
export function parseMonth(text: string | null, today: Day): Month | null {
  if (!text || !/^\d{4}-\d{2}$/.test(text)) return null;
  try {
    return isIn(asMonth(text), asMonth(today.slice(0, 7))) ? text : null;
  } catch {
    return null;
  }
}

/** The day of an address, likewise. */
export function parseDay(text: string | null, today: Day): Day | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    const day = Temporal.PlainDate.from(text).toString();
    return parseMonth(day.slice(0, 7), today) && day;
  } catch {
    return null;
  }
}

/** The day in a zone. */
export const dayAt = (instant: Date, zone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();

export const addMonths = (month: Month, months: number): Month =>
  asMonth(month).add({ months }).toString();

export const addDays = (day: Day, days: number): Day =>
  Temporal.PlainDate.from(day).add({ days }).toString();

export const daysOf = (month: Month): Day[] =>
  Array.from(
    { length: asMonth(month).daysInMonth },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
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
