import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFeed } from '#domains/posts/feed.store.ts';
import { pagesOf } from '#domains/posts/feed.rules.ts';
import type { FeedPage } from '#domains/posts/feed.schema.ts';
import { type CallServer, Refusal, startCallServer } from '../support/call-server.ts';

const path = '/advancedactivity/feeds';
let server: CallServer;

/** Posts `from` down to `to`, as the server would answer. */
const page = (from: number, to: number) => {
  const ids = Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index);
  return {
    data: ids.map((id) => ({ feed: { action_id: id } })),
    comment_preview: ids.filter((id) => id % 10 === 0).map((id) => ({ action_id: id, comment_id: id + 1000 })),
    maxid: ids.length ? ids.at(-1)! - 1 : 0,
    activityCount: ids.length,
  } as unknown as FeedPage;
};
const idsOf = (feed: ReturnType<typeof createFeed>) => feed.$pages.get().items.map((item) => item.feed.action_id);

beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  vi.useRealTimers();
});

test('further pages follow by maxid until one is empty; every post stands there once', async () => {
  // Something was deleted meanwhile, so that pages overlap.
  server.on(path, ({ fields }) => (fields.maxid === '80' ? page(82, 61) : page(0, 1)));
  const feed = createFeed(pagesOf(page(100, 81)), { filter_type: 'all' });
  await feed.loadMore();
  expect(server.received[0]!.fields).toEqual({ filter_type: 'all', maxid: '80', limit: '20' });
  expect(idsOf(feed)).toEqual(Array.from({ length: 40 }, (_, index) => 100 - index));
  expect(feed.$pages.get()).toMatchObject({ maxid: 60, hasMore: true });
  await feed.loadMore();
  expect(feed.$pages.get().hasMore).toBe(false);
  await feed.loadMore();
  expect(server.received).toHaveLength(2);
});

test('a comment preview stands with its post', () => {
  const { items } = pagesOf(page(91, 89));
  expect(items.map((item) => item.comment_data?.comment_id)).toEqual([undefined, 1090, undefined]);
});

test('there is nothing before post 1, and an empty feed has no more', () => {
  expect(pagesOf(page(3, 1)).hasMore).toBe(false);
  expect(pagesOf(page(0, 1)).hasMore).toBe(false);
});

test('asked twice at once, a page is fetched once', async () => {
  server.on(path, () => page(40, 21));
  const feed = createFeed(pagesOf(page(61, 41)), { filter_type: 'link' });
  await Promise.all([feed.loadMore(), feed.loadMore()]);
  expect(server.received).toHaveLength(1);
});

test('the same question within 60 seconds is not asked again', async () => {
  server.on(path, () => page(40, 21));
  const feedOf = () => createFeed(pagesOf(page(61, 41)), { filter_type: 'photo' });
  const [one, other, later] = [feedOf(), feedOf(), feedOf()];
  await one.loadMore();
  await other.loadMore();
  expect(idsOf(other)).toEqual(idsOf(one));
  expect(server.received).toHaveLength(1);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  await later.loadMore();
  expect(server.received).toHaveLength(2);
});

test('a page that does not come leaves what is there, and can be asked for again', async () => {
  server.on(path, () => {
    throw new Refusal(500);
  });
  const feed = createFeed(pagesOf(page(61, 41)), { filter_type: 'video' });
  await feed.loadMore();
  expect(feed.$status.get()).toBe('failed');
  expect(idsOf(feed)).toHaveLength(21);
  server.on(path, () => page(40, 39));
  await feed.loadMore();
  expect([feed.$status.get(), idsOf(feed).length]).toEqual(['idle', 23]);
});
