import { describe, expect, test } from 'vitest';
import {
  dateLabel,
  fullDate,
  inSentence,
  parseWire,
  plainDate,
  relativeTime,
  timestampLabel,
  toWire,
} from '#lib/dates.ts';

const now = new Date('2024-06-15T12:00:00Z');
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

describe('wire times', () => {
  test('are read as UTC and written back the same', () => {
    expect(parseWire('2024-06-01 08:00:00')?.toISOString()).toBe('2024-06-01T08:00:00.000Z');
    expect(toWire(new Date('2024-06-01T08:00:00.999Z'))).toBe('2024-06-01 08:00:00');
  });
  test.each([
    '',
    'yesterday',
    '2024-13-01 00:00:00',
    '2024-02-31 00:00:00',
    '2024-06-01 25:00:00',
    '2024-06-01',
  ])('%j is not a time', (text) => {
    expect(parseWire(text)).toBeNull();
  });
});

describe('relative times', () => {
  test.each([
    [0, 'now'],
    [0.4, 'now'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [59.6, '1 minute ago'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [59.7 * minute, '1 hour ago'],
    [hour, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [23.7 * hour, 'yesterday'],
    [day, 'yesterday'],
    [2 * day, '2 days ago'],
    [6 * day, '6 days ago'],
    [6.6 * day, 'last week'],
    [week, 'last week'],
    [4 * week, '4 weeks ago'],
    [5 * week, 'last month'],
    [4.34 * week, '4 weeks ago'],
    [4.34524 * week, '4 weeks ago'],
    [4.5 * week, 'last month'],
    [4.34524 * 2 * week, '2 months ago'],
    [4.34524 * 3 * week, '3 months ago'],
    [4.34524 * 11 * week, '11 months ago'],
    [4.34524 * 11.6 * week, 'last year'],
    [4.34524 * 12 * week, 'last year'],
    [4.34524 * 12 * 5 * week, '5 years ago'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });
  test('work forwards too', () => {
    expect(ago(-2 * hour)).toBe('in 2 hours');
    expect(ago(-day)).toBe('tomorrow');
    expect(ago(-30)).toBe('in 30 seconds');
    expect(ago(-3 * week)).toBe('in 3 weeks');
  });
});

describe('date labels', () => {
  const label = (text: string, zone = 'UTC') => dateLabel(new Date(text), now, zone);
  test('are Today, Yesterday or Tomorrow with the time', () => {
    expect(label('2024-06-15T00:00:00Z')).toBe('Today at 12:00 AM');
    expect(label('2024-06-15T23:59:00Z')).toBe('Today at 11:59 PM');
    expect(label('2024-06-14T09:05:00Z')).toBe('Yesterday at 9:05 AM');
    expect(label('2024-06-16T14:05:00Z')).toBe('Tomorrow at 2:05 PM');
  });
  test('else a short month and day with the time', () => {
    expect(label('2024-06-13T08:00:00Z')).toBe('Jun 13 at 8:00 AM');
    expect(label('2019-11-02T18:30:00Z')).toBe('Nov 2 at 6:30 PM');
  });
  test("count days in the reader's time zone", () => {
    expect(label('2024-06-14T20:00:00Z', 'Asia/Tokyo')).toBe('Today at 5:00 AM');
    expect(label('2024-06-15T03:00:00Z', 'America/New_York')).toBe('Yesterday at 11:00 PM');
  });
  test('a day of 23 or 25 hours is a day', () => {
    const zone = 'Europe/Berlin';
    // Clocks went forward on 31 March 2024 and back on 27 October.
    expect(
      dateLabel(new Date('2024-03-30T22:30:00Z'), new Date('2024-03-31T21:59:00Z'), zone),
    ).toBe('Yesterday at 11:30 PM');
    expect(
      dateLabel(new Date('2024-10-26T22:30:00Z'), new Date('2024-10-27T22:59:00Z'), zone),
    ).toBe('Today at 12:30 AM');
    expect(
      dateLabel(new Date('2024-10-27T23:30:00Z'), new Date('2024-10-27T22:30:00Z'), zone),
    ).toBe('Tomorrow at 12:30 AM');
  });
  test('a year has its last and first day side by side', () => {
    expect(
      dateLabel(new Date('2023-12-31T10:00:00Z'), new Date('2024-01-01T10:00:00Z'), 'UTC'),
    ).toBe('Yesterday at 10:00 AM');
  });
});

test('a label older than 300 days has the year and the time', () => {
  expect(timestampLabel(new Date('2024-06-14T09:05:00Z'), now, 'UTC')).toBe('Yesterday at 9:05 AM');
  expect(timestampLabel(new Date('2019-11-02T18:30:00Z'), now, 'UTC')).toBe(
    'Nov 2, 2019 at 6:30 PM',
  );
});

test('without a time zone the label names UTC', () => {
  expect(timestampLabel(new Date('2024-06-14T09:05:00Z'), now)).toBe('Yesterday at 9:05 AM UTC');
  expect(timestampLabel(new Date('2019-11-02T18:30:00Z'), now)).toBe('Nov 2, 2019 at 6:30 PM UTC');
});

test('a screen opened before midnight does not label a later text as tomorrow’s', () => {
  const opened = new Date('2024-06-15T23:50:00Z');
  expect(timestampLabel(new Date('2024-06-16T00:05:00Z'), opened, 'UTC')).toBe('Today at 12:05 AM');
});

test('cached pages and tooltips get absolute dates', () => {
  expect(plainDate(new Date('2024-06-01T23:30:00Z'))).toBe('Jun 1, 2024');
  expect(fullDate(new Date('2024-06-01T08:00:00Z'), 'UTC')).toBe(
    'Saturday, June 1, 2024 at 8:00 AM UTC',
  );
});

test('within a sentence a day is lower case', () => {
  expect(['Today at 8:00 AM', 'Tomorrow at 8:00 AM', 'Jun 1 at 8:00 AM'].map(inSentence)).toEqual([
    'today at 8:00 AM',
    'tomorrow at 8:00 AM',
    'Jun 1 at 8:00 AM',
  ]);
});
