import { describe, expect, test } from 'vitest';
import type { StoryGroupModel } from '#domains/stories/stories.model.ts';
import { endedAt, insertGroup, nextEnd, pageAfter } from '#domains/stories/tray/tray.rules.ts';

const me = 1;
const group = (id: number, more: Partial<StoryGroupModel> = {}): StoryGroupModel => ({
  owner: { id, name: `Member ${id}`, image: '/no-photo.png' },
  storyId: id * 10,
  total: 1,
  createdAt: '2026-11-21 10:00:00',
  nextEnd: '2026-11-22 10:00:00',
  isViewed: false,
  isMuted: false,
  ...more,
});
const own = group(me, { isViewed: true });
const unseen = group(2, { createdAt: '2026-11-21 09:00:00' });
const seen = group(3, { isViewed: true });
const muted = group(4, { isMuted: true });
const ids = (groups: StoryGroupModel[]) => groups.map(({ owner }) => owner.id);
const strip = [own, unseen, seen, muted];

describe('a changed group is sorted as the server would', () => {
  test.each<[string, StoryGroupModel, number[]]>([
    ['newer and unseen', group(9), [1, 9, 2, 3, 4]],
    ['older and unseen', group(9, { createdAt: '2026-11-21 08:00:00' }), [1, 2, 9, 3, 4]],
    ['seen', group(9, { isViewed: true, createdAt: '2026-11-21 11:00:00' }), [1, 2, 9, 3, 4]],
    ['muted', group(9, { isMuted: true, createdAt: '2026-11-21 01:00:00' }), [1, 2, 3, 4, 9]],
    ['seen before and unseen again', group(3, { createdAt: '2026-11-21 12:00:00' }), [1, 3, 2, 4]],
    ['the own one', group(me, { total: 2 }), [1, 2, 3, 4]],
    [
      'the own one without stories',
      group(me, { total: 0, createdAt: null, nextEnd: null }),
      [1, 2, 3, 4],
    ],
    ['one that has none any more', group(2, { total: 0 }), [1, 3, 4]],
  ])('%s', (_, changed, order) => {
    expect(ids(insertGroup(strip, changed, me))).toEqual(order);
    if (changed.total) expect(insertGroup(strip, changed, me)).toContain(changed);
  });

  test('the first of an empty strip', () =>
    expect(ids(insertGroup([], group(9), me))).toEqual([9]));
});

test('the tray knows when its next story ends, and whose', () => {
  const several = group(5, { createdAt: '2026-11-21 20:00:00', nextEnd: '2026-11-22 08:00:00' });
  const groups = [group(me, { total: 0, createdAt: null, nextEnd: null }), several, group(6)];
  expect(nextEnd(groups)).toBe(Date.UTC(2026, 10, 22, 8));
  expect(nextEnd(groups.slice(0, 1))).toBeUndefined();
  expect(endedAt(groups, Date.UTC(2026, 10, 22, 7, 59))).toEqual({ ended: [], fewer: [] });
  expect(endedAt(groups, Date.UTC(2026, 10, 22, 8))).toEqual({ ended: [], fewer: [5] });
  expect(endedAt(groups, Date.UTC(2026, 10, 22, 10))).toEqual({ ended: [6], fewer: [5] });
  expect(endedAt(groups, Date.UTC(2026, 10, 22, 21))).toEqual({ ended: [5, 6], fewer: [] });
});

test('the next page overlaps so that nobody who moved forward is skipped', () => {
  expect([pageAfter(1, 0), pageAfter(3, 0)]).toEqual([2, 4]);
  // Up to thirty have moved back, so the next page starts on this one.
  expect([pageAfter(1, 1), pageAfter(1, 30), pageAfter(4, 31)]).toEqual([1, 1, 3]);
  expect(pageAfter(1, 200)).toBe(1);
});
