import type { FeedInput, FeedPage } from '#domains/posts/feed.schema.ts';
import { readFeedPage } from '#domains/posts/posts.calls.ts';

const sameAnswer = 60_000;
const remembered = new Map<string, { at: number; page: Promise<FeedPage> }>();

/** The same question within 60 seconds gets the same answer. */
export function readOnce(query: FeedInput): Promise<FeedPage> {
  const key = JSON.stringify(query);
  const known = remembered.get(key);
  if (known && Date.now() - known.at < sameAnswer) return known.page;
  const page = readFeedPage(query) as Promise<FeedPage>;
  remembered.set(key, { at: Date.now(), page });
  page.catch(() => remembered.delete(key));
  return page;
}

/** There is something newer: questions are asked anew. */
export const forgetAnswers = (): void => remembered.clear();
