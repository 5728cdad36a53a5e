import { fromWall, toWall } from './time-zones.ts';

// Months as text, `2018-11`: they sort chronologically. `monthNumber` gives each a consecutive
// number.

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

export const monthAt = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** The calendar month in that time zone. */
export const toMonth = (date: Date, timeZone: string): string => toWall(date, timeZone).slice(0, 7);

/** Start of the month in that time zone. If clocks skip midnight, the day begins an hour later. */
export const monthStart = (month: string, timeZone: string): Date =>
  (fromWall(`${month}-01T00:00`, timeZone) ?? fromWall(`${month}-01T01:00`, timeZone))!;

/** The last second of the month in that time zone; wire times are whole seconds. */
export const monthEnd = (month: string, timeZone: string): Date =>
  new Date(monthStart(monthAt(monthNumber(month) + 1), timeZone).getTime() - 1000);

const names =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** 'November 2018'. */
export const monthLabel = (month: string): string =>
  `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
