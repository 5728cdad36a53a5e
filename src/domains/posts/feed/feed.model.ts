import { toComment } from '#domains/comments/comments.model.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import type { FeedPages } from './feed.rules.ts';
import type { FeedPage, Join } from './feed.schema.ts';
import { maxJoins, type JoinModel } from './joins.rules.ts';

const toJoin = (wire: Join): JoinModel => ({
  id: wire.action_id,
  member: { id: wire.user_id, displayname: wire.displayname, image: wire.image_icon },
  publishedAt: wire.date,
  commentCount: wire.comment_count,
  canDelete: wire.can_delete === 1,
});

/**
 * One page of a feed, each post with its newest comment, which the answer lists separately.
 * @param limit of a page of a wall, which is its last where it has fewer
 */
export function toFeedPages(page: FeedPage, limit?: number): FeedPages {
  const previews = new Map(
    page.comment_preview.map((comment) => [comment.action_id, toComment(comment)]),
  );
  const items = page.data.map((item) => {
    const post = toPost(item);
    return { ...post, preview: previews.get(post.id) ?? post.preview };
  });
  const isLast =
    limit !== undefined && items.length < limit && (page.joins ?? []).length < maxJoins;
  // Nothing precedes post 1, and a cursor of 0 would start again.
  return {
    items,
    joins: (page.joins ?? []).map(toJoin),
    maxid: page.maxid,
    minid: page.minid,
    hasMore: page.activityCount > 0 && page.maxid > 0 && !isLast,
  };
}
