import type { FeedPage } from './feed.schema.ts';
import type { FeedItem } from './feed-item.schema.ts';

/** As far as a feed has been read. */
export interface FeedPages {
  items: FeedItem[];
  /** Where the next page begins. */
  maxid: number;
  /** The last page reported posts, so there may be more. */
  hasMore: boolean;
}

/** One answer, each post with its comment preview, which travels beside them. */
export function pagesOf({ data, comment_preview, maxid, activityCount }: FeedPage): FeedPages {
  const previews = new Map(comment_preview.map((comment) => [comment.action_id, comment]));
  const items = data.map((item) => {
    const preview = previews.get(item.feed.action_id);
    return preview ? { ...item, comment_data: preview } : item;
  });
  // After post 1 there is none, and asking from 0 would begin again.
  return { items, maxid, hasMore: activityCount > 0 && maxid > 0 };
}

/** Each post once, where it first stood. */
export function withoutDuplicates(items: FeedItem[]): FeedItem[] {
  const seen = new Set<number>();
  return items.filter(({ feed }) => !seen.has(feed.action_id) && seen.add(feed.action_id));
}
