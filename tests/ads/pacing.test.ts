import { expect, test } from 'vitest';
import { fits, isNarrowed, whyShown } from '#domains/ads/serving/audience.rules.ts';
import { progressOf, planOfDay, shareOver } from '#domains/ads/serving/pacing.rules.ts';

const day = 24 * 60 * 60 * 1_000;
const midnight = Date.parse('2026-11-27T00:00:00Z');
const noon = midnight + day / 2;
const flat = Array.from({ length: 24 }, () => 10);

test('without known traffic half of the day is over at noon', () => {
  expect(shareOver([], noon)).toBe(0.5);
  expect(shareOver(flat, noon)).toBe(0.5);
});

test('the share of the day follows the expected placements', () => {
  const evening = flat.map((_, hour) => (hour >= 18 ? 10 : 0));
  expect(shareOver(evening, noon)).toBe(0);
  expect(shareOver(evening, midnight + 21 * 3_600_000)).toBe(0.5);
});

const budget = {
  bought: 1_000,
  used: 0,
  usedToday: 0,
  dailyLimit: null,
  endsAt: midnight + 10 * day,
};

test('the plan of a day is what is left, by the days that are left, and at most the daily limit', () => {
  expect(planOfDay(budget, noon)).toBe(100);
  expect(planOfDay({ ...budget, used: 550, usedToday: 50 }, noon)).toBe(50);
  expect(planOfDay({ ...budget, dailyLimit: 30 }, noon)).toBe(30);
  expect(planOfDay({ ...budget, endsAt: null }, noon)).toBe(1_000);
});

test.each([
  [0, 'late'],
  [44, 'late'],
  [46, 'on time'],
  [54, 'on time'],
  [56, 'early'],
  [100, 'over'],
] as const)('with %i of a plan of 100 at noon an ad is %s', (usedToday, progress) => {
  expect(progressOf({ ...budget, used: usedToday, usedToday }, 0.5, noon).progress).toBe(progress);
});

const everybody = { location: '', categoryId: 0, minAge: 0, maxAge: 0 };
const grown = { location: 'Old Town, Harbour', age: 40, categoryIds: [3] };

test('an ad without an audience is shown to everybody, and the reason shows it', () => {
  expect(isNarrowed(everybody)).toBe(false);
  expect(fits(everybody, { location: '', age: 12, categoryIds: [] })).toBe(true);
  expect(whyShown(everybody, '')).toEqual(['It is shown to everyone.']);
});

test.each([
  [{ location: 'harbour' }, grown, true],
  [{ location: 'Hamburg' }, grown, false],
  [{ categoryId: 3 }, grown, true],
  [{ categoryId: 4 }, grown, false],
  [{ minAge: 30, maxAge: 40 }, grown, true],
  [{ minAge: 41 }, grown, false],
  [{ minAge: 18 }, { ...grown, age: null }, false],
  [{ location: 'harbour' }, { ...grown, age: null }, true],
  [{ location: 'harbour' }, { ...grown, age: 17 }, false],
] as const)('the audience %j of %j: %s', (asked, facts, isThere) => {
  expect(fits({ ...everybody, ...asked }, { ...facts, categoryIds: [...facts.categoryIds] })).toBe(
    isThere,
  );
});
