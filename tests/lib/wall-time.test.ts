import { describe, expect, test } from 'vitest';
import { isInGap, parseWallTime, toInstant, toWallTime } from '#lib/wall-time.ts';

const berlin = 'Europe/Berlin';

describe('a wall time', () => {
  test('is read with a space or a T, with seconds or without, and as a day', () => {
    for (const text of ['2027-03-28 02:30:00', '2027-03-28T02:30', '2027-03-28 02:30'])
      expect(parseWallTime(text)).toBe('2027-03-28T02:30:00');
    expect(parseWallTime('2027-03-28')).toBe('2027-03-28T00:00:00');
  });

  test.each([
    '2027-02-29',
    '2027-13-01',
    '2027-01-01 24:00',
    '2027-01-01 10:60',
    'tomorrow',
    '0000-01-01',
    '1969-12-31',
    '2201-01-01',
    '9999-12-31',
    '',
    '2027-01-01T10:00Z',
  ])('%s is none', (text) => expect(parseWallTime(text)).toBeNull());

  test('in a gap is as much later, and stays as it was typed when it is saved ten times', () => {
    const wall = '2027-03-28T02:30:00';
    expect(isInGap(wall, berlin)).toBe(true);
    const instants = Array.from({ length: 10 }, () => toInstant(wall, berlin).toISOString());
    expect(new Set(instants)).toEqual(new Set(['2027-03-28T01:30:00.000Z']));
    expect(toWallTime(new Date(instants[0]!), berlin)).toBe('2027-03-28T03:30:00');
  });

  test('that comes twice is the first', () => {
    expect(toInstant('2027-10-31T02:30:00', berlin).toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });
});

test.each(Intl.supportedValuesOf('timeZone').filter((_, index) => index % 36 === 0))(
  'wall times of %s are read back from their instants, but for those in a gap',
  (zone) => {
    const format = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const start = Temporal.PlainDateTime.from('2026-01-01T02:30:00');
    const shifted: string[] = [];
    for (let days = 0; days < 3_650; days += 1) {
      const wall = start.add({ days }).toString({ smallestUnit: 'second' });
      const shown = format.format(toInstant(wall, zone)).replace(' ', 'T');
      if (shown !== wall) shifted.push(wall);
    }
    expect(shifted.filter((wall) => !isInGap(wall, zone))).toEqual([]);
  },
);
