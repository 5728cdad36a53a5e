import { expect, test } from 'vitest';
import {
  chooseAds,
  type Mark,
  type RunningAd,
  type ViewerState,
} from '#domains/ads/serving/choose-ads.rules.ts';
import { shareOver } from '#domains/ads/serving/pacing.rules.ts';
import {
  createBudgets,
  day,
  days,
  hour,
  placementsADay,
  screensOf,
  sequence,
  shapes,
  sum,
} from '../../scripts/bench/ads-month-campaigns.ts';

// A month of 50 ads by the rules alone: in memory, without the pool's statement and the flush.

const monday = Date.parse('2026-11-02T00:00:00Z');
/** As old as what a process knows of used views may be. */
const poolAge = 5_000;
const seed = 33;

const createAds = (random: () => number): RunningAd[] =>
  createBudgets(random).map((budget) => ({
    ...budget,
    campaignId: budget.id,
    version: 1,
    ownerId: null,
    staffIds: [],
    container: '',
    model: 'views',
    isPaid: true,
    isHouse: false,
    audience: { location: '', categoryId: 0, minAge: 0, maxAge: 0 },
    used: 0,
    usedToday: 0,
    endsAt: monday + days * day,
  }));

const createViewer = (memberId: number): ViewerState => ({
  memberId,
  marks: new Map<number, Mark>(),
  hiddenAds: new Set(),
  hiddenCampaigns: new Set(),
  blocked: new Set(),
  bannedFrom: new Set(),
  facts: { location: '', age: null, categoryIds: [] },
});

test.each(Object.entries(shapes))('views follow their plans for a month of %s', (_, weightOf) => {
  const random = sequence(seed);
  const ads = createAds(random);
  const viewers = Array.from({ length: 600 }, (__, index) => createViewer(index + 1));
  const countedAt = new Map<string, number>();
  const hours = (weekday: number) => Array.from({ length: 24 }, (__, at) => weightOf(weekday, at));
  const usual = sum(hours(0));
  const screensADay = placementsADay(ads) / 2;
  const missed: string[] = [];
  let checked = 0;

  for (let number = 0; number < days; number += 1) {
    const expected = hours(number % 7);
    const midnight = monday + number * day;
    for (const { marks } of viewers)
      for (const mark of marks.values()) Object.assign(mark, { dayViews: 0 });
    for (const ad of ads) ad.usedToday = 0;
    const plans = ads.map(({ bought, used, dailyLimit }) =>
      Math.min(Math.ceil((bought - used) / (days - number)), dailyLimit ?? Infinity),
    );
    const times = screensOf(midnight, { expected, usual, random }, screensADay);
    let pool = ads.map((ad) => ({ ...ad }));
    let readAt = midnight;
    let atSix: number[] = [];
    for (const now of times) {
      if (now < midnight + 18 * hour) atSix = ads.map(({ usedToday }) => usedToday);
      if (now - readAt > poolAge) [pool, readAt] = [ads.map((ad) => ({ ...ad })), now];
      const viewer = viewers[Math.floor(random() * viewers.length)]!;
      const choice = { count: 2, shareAt: (at: number) => shareOver(expected, at), now, random };
      for (const { id } of chooseAds(pool, viewer, choice)) {
        const key = `${viewer.memberId} ${id}`;
        if (now - (countedAt.get(key) ?? 0) < hour) continue;
        countedAt.set(key, now);
        const mark = viewer.marks.get(id) ?? { views: 0, dayViews: 0 };
        viewer.marks.set(id, { views: mark.views + 1, dayViews: mark.dayViews + 1 });
        const ad = ads[id - 1]!;
        if (ad.used === ad.bought || ad.usedToday === ad.dailyLimit) continue;
        ad.used += 1;
        ad.usedToday += 1;
      }
    }
    if (times.length * 2 < 1.2 * sum(plans)) continue;
    checked += 1;
    ads.forEach(({ id, usedToday }, index) => {
      const plan = plans[index]!;
      const due = plan * shareOver(expected, midnight + 18 * hour);
      // Five per cent count as on time, and some views come before the pool is read again.
      if (Math.abs(atSix[index]! - due) > 0.05 * plan + 5)
        missed.push(`ad ${id}, day ${number} at six: ${atSix[index]} of ${due}`);
      if (Math.abs(usedToday - plan) > Math.max(0.02 * plan, 5))
        missed.push(`ad ${id}, day ${number}: ${usedToday} of ${plan}`);
    });
  }
  expect(missed).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});
