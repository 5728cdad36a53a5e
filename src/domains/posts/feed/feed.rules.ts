import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import type { FeedPage } from '#domains/posts/feed.schema.ts';
import { parseWire } from '#lib/dates.ts';

/** As far as a feed has been read. */
export interface FeedPages {
  items: FeedItem[];
  /** Where the next page begins; 0 before the first. */
  maxid: number;
  /** Where posts begin that are newer than all these. */
  minid: number;
  /** The last page reported posts, so there may be more. */
  hasMore: boolean;
}

/** Offline: no answer came at all. */
export type FeedStatus = 'idle' | 'loading' | 'failed' | 'offline';

/** Before the first page. */
export const unread: FeedPages = { items: [], maxid: 0, minid: 0, hasMore: true };

/** One answer, each post with its comment preview, which travels beside them. */
export function pagesOf({
  data,
  comment_preview,
  maxid,
  minid,
  activityCount,
}: FeedPage): FeedPages {
  const previews = new Map(comment_preview.map((comment) => [comment.action_id, comment]));
  const items = data.map((item) => {
    const preview = previews.get(item.feed.action_id);
    return preview ? { ...item, comment_data: preview } : item;
  });
  // After post 1 there is none, and asking from 0 would begin again.
  return { items, maxid, minid, hasMore: activityCount > 0 && maxid > 0 };
}

/** Each post once, where it first stood. */
export function withoutDuplicates(items: FeedItem[]): FeedItem[] {
  const seen = new Set<number>();
  return items.filter(({ feed }) => !seen.has(feed.action_id) && seen.add(feed.action_id));
}

/**
 * What the member wrote meanwhile and what was read, newest first, each once. By date: ids do not
 * rise with it where posts were brought along.
 */
export function merged(written: FeedItem[], items: FeedItem[]): FeedItem[] {
  if (!written.length) return items;
  const at = ({ feed }: FeedItem) => parseWire(feed.date)?.getTime() ?? 0;
  return withoutDuplicates([...written, ...items]).sort(
    (one, other) => at(other) - at(one) || other.feed.action_id - one.feed.action_id,
  );
}
