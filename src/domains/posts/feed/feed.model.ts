import { toComment } from '#domains/comments/comments.model.ts';
import type { FeedInput, FeedPage } from '#domains/posts/feed.schema.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { toWire } from '#lib/dates.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { toFeedQuery, type FeedSelection } from './feed-selection.rules.ts';
import type { FeedPages } from './feed.rules.ts';

/** One page of a feed, each post with its newest comment, which the answer lists separately. */
export function toFeedPages(page: FeedPage): FeedPages {
  const previews = new Map(
    page.comment_preview.map((comment) => [comment.action_id, toComment(comment)]),
  );
  const items = page.data.map((item) => {
    const post = toPost(item);
    return { ...post, preview: previews.get(post.id) ?? post.preview };
  });
  // Nothing precedes post 1, and a cursor of 0 would start again.
  return {
    items,
    maxid: page.maxid,
    minid: page.minid,
    hasMore: page.activityCount > 0 && page.maxid > 0,
  };
}

/** The selection as fields of the call. */
export function toFeedInput(selection: FeedSelection, timeZone: string): FeedInput {
  const { filter } = selection;
  const { start, end, hashtag, pinned, wall } = toFeedQuery(selection, timeZone);
  return {
    ...(filter === 'all' ? {} : { filter_type: filter }),
    ...(hashtag ? { hashtag } : {}),
    ...(wall ? { pinned, ...wireSubject(wall) } : {}),
    ...(start && end ? { timeline_start: toWire(start), timeline_end: toWire(end) } : {}),
  };
}
