import type { FeedItem, FeedPage } from './posts.schema.ts';

/** The posts of one answer, each with its comment preview, which travels beside them. */
export function itemsOf(page: FeedPage): FeedItem[] {
  const previews = new Map(page.comment_preview.map((comment) => [comment.action_id, comment]));
  return page.data.map((item) => {
    const preview = previews.get(item.feed.action_id);
    return preview ? { ...item, comment_data: preview } : item;
  });
}

/** Each post once, where it first stood. */
export function withoutDuplicates(items: FeedItem[]): FeedItem[] {
  const seen = new Set<number>();
  return items.filter(({ feed }) => !seen.has(feed.action_id) && seen.add(feed.action_id));
}
