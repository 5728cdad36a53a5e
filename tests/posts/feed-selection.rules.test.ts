import { describe, expect, test } from 'vitest';
import { toFeedInput } from '#domains/posts/feed/feed-input.model.ts';
import {
  emptyHint,
  emptyText,
  everything,
  homeFilters,
  includesNewPost,
  mayGrow,
  selectionFrom,
  spanLabel,
  toAddress,
  toFeedQuery,
  toSpan,
  type FeedSelection,
} from '#domains/posts/feed/feed-selection.rules.ts';
import { feedFilters, feedInput } from '#domains/posts/feed/feed.schema.ts';
import { toPost, type PostModel } from '#domains/posts/posts.model.ts';
import { wirePost } from '../support/wire-post.ts';

const now = new Date('2026-11-21T12:00:00Z');
const from = (query: string, timeZone = 'UTC') =>
  selectionFrom(new URLSearchParams(query), now, timeZone);
const of = (changes: Partial<FeedSelection>): FeedSelection => ({ ...everything, ...changes });

describe('the address', () => {
  test('names the selection, and is parsed again', () => {
    for (const selection of [
      everything,
      of({ filter: 'photo' }),
      of({ from: '2019-03', to: '2019-05' }),
      of({ filter: 'user_saved', from: '2018-11', to: '2020-01', hashtag: 'tea & cake' }),
    ]) {
      expect(from(toAddress(selection).split('?')[1] ?? '')).toEqual(selection);
    }
    expect(toAddress(everything)).toBe('/home');
    expect(toAddress(of({ filter: 'link' }))).toBe('/home?filter=link');
  });

  test.each([
    ['an unknown filter', 'filter=everything'],
    ['months that are none', 'from=2019-13&to=x'],
    ['from before the beginning to after now', 'from=1999-01&to=2099-01'],
    ['the wrong way round', 'from=2020-05&to=2019-05'],
    ['all there is', 'from=2018-11&to=2026-11'],
  ])('%s is no choice', (_, query) => expect(from(query)).toEqual(everything));

  test('one end is enough, and the other is as far as it goes', () => {
    expect(from('from=2020-01')).toMatchObject({ from: '2020-01', to: '2026-11' });
    expect(from('to=2020-01')).toMatchObject({ from: '2018-11', to: '2020-01' });
    // In a time zone where it is still October.
    expect(
      selectionFrom(
        new URLSearchParams('from=2026-11'),
        new Date('2026-11-01T02:00:00Z'),
        'America/New_York',
      ),
    ).toEqual(everything);
    expect(toSpan('2026-11', '2026-11', '2026-11')).toEqual({ from: '2026-11', to: '2026-11' });
  });
});

describe('the question', () => {
  test('the end is the last second of the chosen month, in the member’s time zone', () => {
    expect(toFeedInput(of({ from: '2019-03', to: '2019-05' }), 'UTC')).toEqual({
      timeline_start: '2019-03-01 00:00:00',
      timeline_end: '2019-05-31 23:59:59',
    });
    expect(toFeedInput(of({ from: '2019-03', to: '2019-03' }), 'Europe/Berlin')).toEqual({
      timeline_start: '2019-02-28 23:00:00',
      timeline_end: '2019-03-31 21:59:59',
    });
    expect(toFeedInput(everything, 'UTC')).toEqual({});
  });

  test('the server asks itself what the browser would', () => {
    for (const { filter } of homeFilters) {
      const selection = of({ filter, from: '2019-03', to: '2020-02', hashtag: 'tea' });
      const { maxid, limit, minid, isOnlyCount, pinned, ...parsed } = feedInput.parse(
        toFeedInput(selection, 'Asia/Kathmandu'),
      );
      expect([maxid, limit, minid, isOnlyCount, pinned]).toEqual([0, 20, 0, false, 1]);
      expect(parsed).toEqual(toFeedQuery(selection, 'Asia/Kathmandu'));
    }
  });

  test('every filter is one of the contract', () => {
    for (const { filter } of homeFilters) expect(feedFilters).toContain(filter);
  });
});

test('an own new post shows where it belongs', () => {
  const item = (attachments?: string, hashtags: string[] = []) => {
    const attachment = (attachments?.split(' ') ?? []).map((one) => ({ attachment_type: one }));
    return toPost(wirePost({ attachment, hashtags }));
  };
  const taking = (one: PostModel) =>
    homeFilters
      .filter(({ filter }) => includesNewPost(of({ filter }), one, '2026-11'))
      .map(({ filter }) => filter);
  expect(taking(item())).toEqual(['all', 'my_posts']);
  expect(taking(item('album_photo'))).toEqual(['all', 'my_posts', 'photo']);
  expect(taking(item('core_link'))).toEqual(['all', 'my_posts', 'link']);
  // A link may come along with photos: both feeds have it.
  expect(taking(item('album_photo core_link'))).toEqual(['all', 'my_posts', 'photo', 'link']);
  expect(includesNewPost(of({ from: '2019-01', to: '2019-02' }), item(), '2026-11')).toBe(false);
  expect(includesNewPost(of({ from: '2019-01', to: '2026-11' }), item(), '2026-11')).toBe(true);
  expect(includesNewPost(of({ hashtag: 'tea' }), item(undefined, ['Tea']), '2026-11')).toBe(true);
  expect(includesNewPost(of({ hashtag: 'ﬁre' }), item(undefined, ['Fire']), '2026-11')).toBe(true);
  expect(includesNewPost(of({ hashtag: 'tea' }), item(), '2026-11')).toBe(false);
});

test('only what others can add to is watched', () => {
  expect(
    homeFilters
      .filter(({ filter }) => mayGrow(of({ filter }), '2026-11'))
      .map(({ filter }) => filter),
  ).toEqual(['all', 'membership', 'group', 'event', 'sitepage', 'photo', 'video', 'link']);
  expect(mayGrow(of({ from: '2019-01', to: '2019-02' }), '2026-11')).toBe(false);
});

test('every empty feed has the same text, and some add a reason', () => {
  expect(emptyText).toBe('No posts here yet...');
  expect(emptyHint(everything)).toBeUndefined();
  expect(new Set(homeFilters.map(({ filter }) => emptyHint(of({ filter })))).size).toBe(
    homeFilters.length,
  );
  expect(emptyHint(of({ from: '2019-03', to: '2019-03' }))).toBe(
    'There is no post from March 2019.',
  );
  expect(spanLabel('2018-11', '2019-03')).toBe('November 2018 to March 2019');
});
