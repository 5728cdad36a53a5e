import { expect, test } from 'vitest';
import { addMonths, dayAt, parseDay, parseMonth, startOfDay, weeksOf } from '#lib/month-days.ts';

const today = '2026-11-27';

test('months and days of an address are those of the calendar, within ten years', () => {
  expect(parseMonth('2026-11', today)).toBe('2026-11');
  for (const text of [null, '', '2026-13', '2026-1', '1999-01', '9999-12', "2026-11'--"])
    expect(parseMonth(text, today)).toBeNull();
  expect(parseDay('2028-02-29', today)).toBe('2028-02-29');
  for (const text of [null, '2027-02-29', '2026-11', '2026-11-31', '3026-11-01'])
    expect(parseDay(text, today)).toBeNull();
});

test('a month has whole weeks from Monday', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks[5]![0]).toBe('2026-11-30');
  expect(addMonths('2026-12', 1)).toBe('2027-01');
});

test('a day begins at its midnight in the zone', () => {
  expect(startOfDay('2027-03-28', 'Europe/Berlin').toISOString()).toBe('2027-03-27T23:00:00.000Z');
  expect(startOfDay('2027-03-29', 'Europe/Berlin').toISOString()).toBe('2027-03-28T22:00:00.000Z');
  expect(dayAt(new Date('2027-01-01T02:00Z'), 'America/New_York')).toBe('2026-12-31');
});
