import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { merged } from '#domains/posts/feed/feed.rules.ts';
import type { FeedPage } from '#domains/posts/feed/feed.schema.ts';
import { createFeed } from '#domains/posts/feed/feed.store.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';
import { wirePost } from '../support/wire-post.ts';

const path = '/advancedactivity/feeds';
let server: CallServer;

/** Posts `from` down to `to`, as the server would answer. */
const page = (from: number, to: number) => {
  const ids = Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index);
  return {
    data: ids.map((id) => wirePost({ action_id: id, date: '2026-03-01 12:00:00' })),
    comment_preview: ids
      .filter((id) => id % 10 === 0)
      .map((id) => ({
        action_id: id,
        comment_id: id + 1000,
        like: { isLike: 0 },
        reply_on_comment: [],
      })),
    maxid: ids.length ? ids.at(-1)! - 1 : 0,
    minid: ids.length ? ids[0]! + 1 : 0,
    activityCount: ids.length,
  } as unknown as FeedPage;
};
const idsOf = (feed: ReturnType<typeof createFeed>) => feed.$pages.get().items.map(({ id }) => id);

beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  vi.useRealTimers();
});

test('further pages follow by maxid until one is empty, each post once', async () => {
  // Something was deleted meanwhile, so that pages overlap.
  server.on(path, ({ fields }) => (fields.maxid === '80' ? page(82, 61) : page(0, 1)));
  const feed = createFeed(toFeedPages(page(100, 81)), { filter_type: 'all' });
  await feed.loadMore();
  expect(server.received[0]!.fields).toEqual({ filter_type: 'all', maxid: '80', limit: '20' });
  expect(idsOf(feed)).toEqual(Array.from({ length: 40 }, (_, index) => 100 - index));
  expect(feed.$pages.get()).toMatchObject({ maxid: 60, hasMore: true });
  await feed.loadMore();
  expect(feed.$pages.get().hasMore).toBe(false);
  await feed.loadMore();
  expect(server.received).toHaveLength(2);
});

test('a comment preview belongs to its post', () => {
  const { items } = toFeedPages(page(91, 89));
  expect(items.map((item) => item.preview?.id)).toEqual([undefined, 1090, undefined]);
});

test('there is nothing before post 1, and an empty feed has no more', () => {
  expect(toFeedPages(page(3, 1)).hasMore).toBe(false);
  expect(toFeedPages(page(0, 1)).hasMore).toBe(false);
});

test('a page requested twice at once is fetched once', async () => {
  server.on(path, () => page(40, 21));
  const feed = createFeed(toFeedPages(page(61, 41)), { filter_type: 'link' });
  await Promise.all([feed.loadMore(), feed.loadMore()]);
  expect(server.received).toHaveLength(1);
});

test('the same request within 60 seconds is not sent again', async () => {
  server.on(path, () => page(40, 21));
  const feedOf = () => createFeed(toFeedPages(page(61, 41)), { filter_type: 'photo' });
  const [one, other, later] = [feedOf(), feedOf(), feedOf()];
  await one.loadMore();
  await other.loadMore();
  expect(idsOf(other)).toEqual(idsOf(one));
  expect(server.received).toHaveLength(1);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  await later.loadMore();
  expect(server.received).toHaveLength(2);
});

test('a page that does not load leaves the list, and can be requested again', async () => {
  server.on(path, () => {
    throw new Refusal(500);
  });
  const feed = createFeed(toFeedPages(page(61, 41)), { filter_type: 'video' });
  await feed.loadMore();
  expect(feed.$status.get()).toBe('failed');
  expect(idsOf(feed)).toHaveLength(21);
  server.on(path, () => page(40, 39));
  await feed.loadMore();
  expect([feed.$status.get(), idsOf(feed).length]).toEqual(['idle', 23]);
});

test('without a connection it reports that, and continues when requested again', async () => {
  server.on(path, () => {
    throw new Refusal(0);
  });
  const feed = createFeed(toFeedPages(page(71, 41)), { hashtag: 'gone' });
  await feed.loadMore();
  expect(feed.$status.get()).toBe('offline');
});

test('another question clears the list and begins at the start', async () => {
  server.on(path, ({ fields }) =>
    fields.filter_type === 'membership' ? page(30, 11) : page(99, 80),
  );
  const feed = createFeed(toFeedPages(page(100, 81)), {});
  const asking = feed.ask({ filter_type: 'membership' });
  expect([idsOf(feed), feed.$status.get()]).toEqual([[], 'loading']);
  await asking;
  expect(server.received[0]!.fields).toEqual({
    filter_type: 'membership',
    maxid: '0',
    limit: '20',
  });
  expect(feed.$pages.get()).toMatchObject({ maxid: 10, minid: 31, hasMore: true });
  expect(idsOf(feed)[0]).toBe(30);
});

test('an answer to an outdated request is ignored', async () => {
  let answer = () => {};
  server.on(path, async ({ fields }) => {
    if (fields.hashtag !== 'slow') return page(9, 5);
    await new Promise<void>((resolve) => (answer = resolve));
    return page(50, 31);
  });
  const feed = createFeed(toFeedPages(page(0, 1)), {});
  const slow = feed.ask({ hashtag: 'slow' });
  await vi.waitFor(() => expect(server.received).toHaveLength(1));
  await feed.ask({ hashtag: 'quick' });
  answer();
  await slow;
  expect([idsOf(feed), feed.$status.get()]).toEqual([[9, 8, 7, 6, 5], 'idle']);
});

test('newer posts are counted without the own ones, and are added at the head on request', async () => {
  server.on(path, ({ fields }) => (fields.feed_count_only ? 3 : page(104, 101)));
  const feed = createFeed(toFeedPages(page(100, 81)), { filter_type: 'all' });
  // 102 was written here, and 90 stood there before.
  await feed.checkNewer([102, 90]);
  expect(server.received[0]!.fields).toEqual({
    filter_type: 'all',
    minid: '101',
    feed_count_only: '1',
  });
  expect(feed.$newer.get()).toBe(2);
  expect(await feed.showNewer()).toBe(true);
  expect(server.received[1]!.fields).toEqual({ filter_type: 'all', minid: '101', limit: '20' });
  expect(idsOf(feed)).toEqual(Array.from({ length: 24 }, (_, index) => 104 - index));
  expect(feed.$pages.get()).toMatchObject({ maxid: 80, minid: 105, hasMore: true });
  expect(feed.$newer.get()).toBe(0);
});

test('with more than a page of them the feed reloads, so that nothing is missing in between', async () => {
  server.on(path, () => page(150, 131));
  const feed = createFeed(toFeedPages(page(100, 81)), { filter_type: 'my_posts' });
  await feed.showNewer();
  expect(idsOf(feed)).toEqual(Array.from({ length: 20 }, (_, index) => 150 - index));
  expect(feed.$pages.get()).toMatchObject({ maxid: 130, minid: 151 });
});

test('newer posts that cannot be had leave all as it is', async () => {
  server.on(path, () => {
    throw new Refusal(500);
  });
  const feed = createFeed(toFeedPages(page(100, 81)), { hashtag: 'x' });
  await feed.checkNewer([]);
  expect(feed.$newer.get()).toBe(0);
  expect(await feed.showNewer()).toBe(false);
  expect(idsOf(feed)).toHaveLength(20);
});

test('posts written meanwhile are sorted by their number', () => {
  const of = (from: number, to: number) => toFeedPages(page(from, to)).items;
  expect(merged(of(102, 102), of(104, 99)).map(({ id }) => id)).toEqual([
    104, 103, 102, 101, 100, 99,
  ]);
  expect(merged(of(105, 105), of(104, 103)).map(({ id }) => id)).toEqual([105, 104, 103]);
});

test('imported posts, with young ids and old dates, stay where the server listed them', () => {
  const item = (action_id: number, date: string) => toPost(wirePost({ action_id, date }));
  const read = [
    item(104, '2026-03-01 12:00:00'),
    item(900, '2019-05-02 08:00:00'),
    item(50, '2019-05-01 08:00:00'),
  ];
  expect(merged([item(901, '2026-03-02 09:00:00')], read).map(({ id }) => id)).toEqual([
    901, 104, 900, 50,
  ]);
});
