import { fromWall, toWall } from './time-zones.ts';

// Months as text, `2018-11`: they sort as they follow each other. On a line each has a number.

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

export const monthAt = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** What the calendar shows there at that moment. */
export const monthOf = (moment: Date, timeZone: string): string =>
  toWall(moment, timeZone).slice(0, 7);

/** Its first moment there. Where clocks skip the midnight, the day begins an hour later. */
export const monthStart = (month: string, timeZone: string): Date =>
  (fromWall(`${month}-01T00:00`, timeZone) ?? fromWall(`${month}-01T01:00`, timeZone))!;

/** Its last moment there, in whole seconds as the wire has them. */
export const monthEnd = (month: string, timeZone: string): Date =>
  new Date(monthStart(monthAt(monthNumber(month) + 1), timeZone).getTime() - 1000);

const names =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** 'November 2018'. */
export const monthLabel = (month: string): string =>
  `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
