import { toWireType } from '#lib/wire-names.ts';
import type { FeedItem } from './feed-item.schema.ts';

/** What became of a post since the screen was served. */
export interface PostChange {
  /** As it is after an edit. */
  item?: FeedItem;
  /** Hidden can be undone in place; deleted ones are just gone. */
  state?: 'shown' | 'hidden' | 'deleted';
  /** How often the member has shared it since. */
  shares?: number;
}

export interface Changes {
  /** By action_id. */
  posts: Record<number, PostChange | undefined>;
  /** Members blocked since. */
  blocked: ReadonlySet<number>;
  /** Members of whom the viewer wants to see nothing in the feed. */
  hiddenAuthors: ReadonlySet<number>;
}

const isOf = ({ feed }: FeedItem, members: ReadonlySet<number>) =>
  feed.subject_type === toWireType('member') && members.has(feed.subject_id);

/**
 * Whether its place in the list is still there; a post hidden a moment ago keeps it, for the way
 * back.
 */
export function isListed(item: FeedItem, { posts, blocked, hiddenAuthors }: Changes): boolean {
  const state = posts[item.feed.action_id]?.state;
  return (
    state !== 'deleted' &&
    !isOf(item, blocked) &&
    (state === 'hidden' || !isOf(item, hiddenAuthors))
  );
}

/**
 * The post as it is now, its original included; the very same object where nothing has changed, so
 * that it need not be drawn again.
 */
export function presentPost(served: FeedItem, changes: Changes): FeedItem {
  const { item } = changes.posts[served.feed.action_id] ?? {};
  // Comments are told apart from the post, by their own store.
  const now = item
    ? { ...item, ...(served.comment_data ? { comment_data: served.comment_data } : {}) }
    : served;
  const attachment = now.feed.attachment.map((one) => {
    const original = one.shared_post_data?.[0];
    if (!original) return one;
    const { item: newer, state } = changes.posts[original.feed.action_id] ?? {};
    if (state === 'deleted' || isOf(original, changes.blocked))
      return { ...one, shared_post_data: [] };
    return newer ? { ...one, shared_post_data: [newer] } : one;
  });
  const tags = now.feed.tags.filter(({ tag_id }) => !changes.blocked.has(tag_id));
  const isSame =
    tags.length === now.feed.tags.length &&
    attachment.every((one, index) => one === now.feed.attachment[index]);
  return isSame
    ? now
    : {
        ...now,
        can_share: attachment.some((one) => one.shared_post_data?.length === 0) ? 0 : now.can_share,
        feed: { ...now.feed, attachment, tags },
      };
}
