import { expect, test } from 'vitest';
import {
  isMonth,
  monthAt,
  monthEnd,
  monthLabel,
  monthNumber,
  monthStart,
  toMonth,
} from '#lib/months.ts';

test('months have consecutive numbers and names', () => {
  for (const month of ['2018-11', '2019-12', '2020-01', '2026-02'])
    expect(monthAt(monthNumber(month))).toBe(month);
  expect(monthNumber('2019-01') - monthNumber('2018-11')).toBe(2);
  expect(monthLabel('2018-11')).toBe('November 2018');
  expect(
    ['2018-11', '2018-13', '2018-00', '2018-1', '18-11', '2018-11-01', ''].map(isMonth),
  ).toEqual([true, false, false, false, false, false, false]);
});

test('a month begins and ends in the time zone of the member', () => {
  expect(monthStart('2019-03', 'UTC').toISOString()).toBe('2019-03-01T00:00:00.000Z');
  expect(monthEnd('2019-02', 'UTC').toISOString()).toBe('2019-02-28T23:59:59.000Z');
  expect(monthEnd('2020-02', 'UTC').toISOString()).toBe('2020-02-29T23:59:59.000Z');
  expect(monthEnd('2019-12', 'UTC').toISOString()).toBe('2019-12-31T23:59:59.000Z');
  expect(monthStart('2019-07', 'Europe/Berlin').toISOString()).toBe('2019-06-30T22:00:00.000Z');
  expect(monthStart('2019-01', 'Asia/Kathmandu').toISOString()).toBe('2018-12-31T18:15:00.000Z');
  expect(monthEnd('2019-03', 'America/New_York').toISOString()).toBe('2019-04-01T03:59:59.000Z');
  expect(toMonth(new Date('2019-03-01T02:00:00Z'), 'America/New_York')).toBe('2019-02');
});

test('a month whose first hour is skipped by daylight saving begins after it', () => {
  // Amman went from midnight to one o'clock on 1 April 2016.
  expect(monthStart('2016-04', 'Asia/Amman').getTime()).toBe(
    monthEnd('2016-03', 'Asia/Amman').getTime() + 1000,
  );
  expect(toMonth(monthStart('2016-04', 'Asia/Amman'), 'Asia/Amman')).toBe('2016-04');
});
