import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWall, nextStep, parseSchedule, toSchedule, toWall } from '#lib/time-zones.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

test('a wall time is converted to the time in its zone', () => {
  expect(fromWall('2026-11-21T18:05', 'Europe/Berlin')?.toISOString()).toBe(
    '2026-11-21T17:05:00.000Z',
  );
  expect(fromWall('2026-07-21T18:05', 'America/New_York')?.toISOString()).toBe(
    '2026-07-21T22:05:00.000Z',
  );
  expect(toWall(new Date('2026-12-31T23:30:00Z'), 'Asia/Kolkata')).toBe('2027-01-01T05:00');
});

test('a skipped hour has no time', () => {
  expect(fromWall('2027-03-28T02:30', 'Europe/Berlin')).toBeNull();
});

test('the first of a repeated hour is taken', () => {
  expect(fromWall('2027-10-31T02:30', 'Europe/Berlin')?.toISOString()).toBe(
    '2027-10-31T00:30:00.000Z',
  );
});

test('a malformed time of the wall is none', () => {
  for (const broken of ['', '2026-11-21', '2026-13-01T10:00', 'tomorrow'])
    expect(fromWall(broken, 'UTC')).toBeNull();
});

test('schedule texts and wall times convert back to the same time in every zone', () => {
  const seconds = fc.integer({ min: Date.UTC(2025) / 1000, max: Date.UTC(2030) / 1000 });
  fc.assert(
    fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
      const date = new Date(second * 1000);
      expect(toSchedule(date, zone)).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [+-]\d\d:\d\d$/);
      expect(parseSchedule(toSchedule(date, zone))).toEqual(date);
      const wall = toWall(date, zone);
      expect(toWall(fromWall(wall, zone)!, zone)).toBe(wall);
    }),
  );
});

test('the variants of the contract are parsed, everything else is rejected', () => {
  const date = new Date('2026-12-24T16:00:00Z');
  for (const text of [
    '12/24/2026 18:00:00 +02:00',
    '12/24/2026 18:00:00+02:00',
    '12/24/2026 18:00:00 +0200',
    '12/24/2026 16:00:00Z',
    '12/24/2026 16:00:00 Z',
    '12/24/2026 11:30:00 -04:30',
  ]) {
    expect(parseSchedule(text), text).toEqual(date);
  }
  for (const text of [
    '12/24/2026 18:00:00',
    '24/12/2026 18:00:00 Z',
    '02/30/2026 18:00:00 Z',
    '12/24/2026 24:00:00 Z',
    '12/24/2026 18:60:00 Z',
    '12/24/2026 18:00:00 +15:00',
    '12/24/2026 18:00:00 +02:60',
    '2026-12-24 18:00:00Z',
    '1/2/2027 1:00:00Z',
    '',
  ]) {
    expect(parseSchedule(text), text).toBeNull();
  }
});

test('the next step is later, also across midnight', () => {
  expect(nextStep(new Date('2026-11-21T18:05:00Z'), 'UTC', 5)).toBe('2026-11-21T18:10');
  expect(nextStep(new Date('2026-11-21T18:09:59Z'), 'UTC', 5)).toBe('2026-11-21T18:10');
  expect(nextStep(new Date('2026-11-21T22:58:00Z'), 'Europe/Berlin', 5)).toBe('2026-11-22T00:00');
});
