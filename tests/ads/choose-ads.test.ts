import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseAds,
  type RunningAd,
  type ViewerState,
} from '#domains/ads/serving/choose-ads.rules.ts';

const day = 24 * 60 * 60 * 1_000;
const midnight = Date.parse('2026-11-27T00:00:00Z');
const noon = midnight + day / 2;

const ad = (id: number, changes: Partial<RunningAd> = {}): RunningAd => ({
  id,
  campaignId: id,
  version: 1,
  ownerId: 1,
  staffIds: [],
  container: '',
  model: 'views',
  isPaid: true,
  isHouse: false,
  audience: { location: '', categoryId: 0, minAge: 0, maxAge: 0 },
  bought: 1_000,
  used: changes.usedToday ?? 50,
  usedToday: 50,
  dailyLimit: null,
  endsAt: midnight + 10 * day,
  ...changes,
});

const viewer = (views: Record<number, number> = {}): ViewerState => ({
  memberId: 2,
  marks: new Map(
    Object.entries(views).map(([id, count]) => [Number(id), { views: count, dayViews: 0 }]),
  ),
  hiddenAds: new Set(),
  hiddenCampaigns: new Set(),
  blocked: new Set(),
  bannedFrom: new Set(),
  facts: { location: '', age: null, categoryIds: [] },
});

/** Numbers from 0 to 1 that are the same in each run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Ids at noon, when half of the placements of the day are over; each plan is 100 views. */
const choose = (
  pool: RunningAd[],
  { views = {}, count = pool.length, random = sequence(1) }: Partial<Options> = {},
): number[] =>
  chooseAds(pool, viewer(views), { count, shareAt: () => 0.5, now: noon, random }).map(
    ({ id }) => id,
  );

interface Options {
  views: Record<number, number>;
  count: number;
  random: () => number;
}

test('late ads come first, the latest before the others, however often the viewer saw them', () => {
  const pool = [ad(1), ad(2, { usedToday: 40 }), ad(3, { usedToday: 10 })];
  expect(choose(pool, { views: { 2: 5, 3: 9 } })).toEqual([3, 2, 1]);
});

test('ads within five per cent of their share are equal: the one that the viewer saw least comes first', () => {
  const pool = [ad(1, { usedToday: 46 }), ad(2, { usedToday: 54 }), ad(3, { usedToday: 50 })];
  expect(choose(pool, { views: { 1: 3, 2: 1, 3: 2 } })).toEqual([2, 3, 1]);
});

test('an ad ahead of its share by more than five per cent waits', () => {
  expect(choose([ad(1, { usedToday: 56 }), ad(2, { usedToday: 100 })])).toEqual([]);
});

test('paid ads come before free ones, also before late ones, and the own ones of the host last', () => {
  const pool = [
    ad(1, { isHouse: true, isPaid: false, usedToday: 0 }),
    ad(2, { isPaid: false, usedToday: 0 }),
    ad(3),
  ];
  expect(choose(pool)).toEqual([3, 2, 1]);
});

test('chance decides between ads that are on time and equally seen, each as often as the others', () => {
  const pool = [46, 48, 52, 54].map((usedToday, index) => ad(index + 1, { usedToday }));
  const random = sequence(33);
  const picks = new Map(pool.map(({ id }) => [id, 0]));
  for (let turn = 0; turn < 20_000; turn += 1) {
    const [id] = choose(pool, { count: 1, random });
    picks.set(id!, picks.get(id!)! + 1);
  }
  // Six standard deviations of 20,000 picks of one in four.
  for (const count of picks.values()) expect(Math.abs(count - 5_000)).toBeLessThan(370);
});

test('a viewer sees all that are on time in turn', () => {
  const pool = Array.from({ length: 7 }, (_, index) => ad(index + 1));
  const random = sequence(7);
  const views: Record<number, number> = {};
  for (let turn = 0; turn < 700; turn += 1) {
    for (const id of choose(pool, { views, count: 2, random })) views[id] = (views[id] ?? 0) + 1;
    const counts = pool.map(({ id }) => views[id] ?? 0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  }
});

const anyAd = fc.record({
  usedToday: fc.integer({ min: 0, max: 110 }),
  isPaid: fc.boolean(),
  isHouse: fc.boolean(),
  model: fc.constantFrom('views' as const, 'clicks' as const, 'days' as const),
  endsAt: fc.constantFrom(null, midnight + 10 * day),
  dailyLimit: fc.constantFrom(null, 60, 100),
});

/** Share that is missing at noon: above the band if late, below it if early; null for none at all. */
function lackOf({ model, usedToday, endsAt, dailyLimit }: RunningAd): number | null {
  if (model === 'days') return 0;
  const isSpread = model === 'views' && endsAt !== null;
  const plan = Math.min(isSpread ? 100 : 1_000, dailyLimit ?? Infinity);
  if (usedToday >= plan) return null;
  return isSpread ? 0.5 - usedToday / plan : 0;
}

test('no ad is chosen while one that is due before it is left out, and the order is that of need', () => {
  const counts = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(fc.array(anyAd, { maxLength: 12 }), counts, fc.nat(), (rows, count, seed) => {
      const pool = rows.map((row, index) => ad(index + 1, row));
      const keys = new Map<number, number[]>();
      for (const one of pool) {
        const lack = lackOf(one);
        if (lack === null || lack < -0.05) continue;
        const isLate = lack > 0.05;
        const payment = one.isHouse ? 2 : Number(!one.isPaid);
        keys.set(one.id, [payment, one.isHouse || isLate ? 0 : 1, isLate ? -lack : 0]);
      }
      const chosen = choose(pool, { count, random: sequence(seed) });
      const due = [...keys.values()].sort(compare).slice(0, count);
      expect(chosen.map((id) => keys.get(id))).toEqual(due);
      expect(new Set(chosen).size).toBe(chosen.length);
    }),
  );
});

const compare = (a: number[], b: number[]): number =>
  a.reduce((order, value, index) => order || value - b[index]!, 0);
