import { readFeedPage } from '#domains/posts/posts.calls.ts';
import { toFeedPages } from './feed.model.ts';
import type { FeedPages } from './feed.rules.ts';
import type { FeedInput, FeedPage } from './feed.schema.ts';

const cacheDuration = 60_000;
const cache = new Map<string, { at: number; page: Promise<FeedPages> }>();

/** Reads a page of the feed; the same query within 60 seconds gets the cached answer. */
export function readFeedCached(query: FeedInput): Promise<FeedPages> {
  const key = JSON.stringify(query);
  const cached = cache.get(key);
  if (cached && Date.now() - cached.at < cacheDuration) return cached.page;
  const page = readFeedPage(query).then((answer) => toFeedPages(answer as FeedPage));
  cache.set(key, { at: Date.now(), page });
  page.catch(() => cache.delete(key));
  return page;
}

/** Called when cached pages are outdated. */
export const clearFeedCache = (): void => cache.clear();
