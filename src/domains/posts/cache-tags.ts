import type { PlainComment } from '#domains/comments/comments.schema.ts';
import type { FeedItem } from './feed-item.schema.ts';

const originalsIn = (item: FeedItem): FeedItem[] =>
  item.feed.attachment.flatMap((one) => one.shared_post_data ?? []);

const namedIn = ({ mentions = [] }: { mentions?: FeedItem['feed']['mentions'] }) =>
  mentions.map(({ user_id }) => user_id);

/** A shared photo or video follows what it is attached to, whose changes tell no kept page. */
export const isKeepable = ({ feed }: FeedItem): boolean =>
  !feed.attachment.some(({ owner }) => owner);

/**
 * Everything whose change a kept page of this post must follow: the post, what it shares, and
 * everybody it names.
 */
export function cacheTagsOf(item: FeedItem, comments: PlainComment[]): string[] {
  const posts = [item, ...originalsIn(item)];
  const people = [
    ...posts.flatMap(({ feed }) => [
      feed.subject_id,
      ...feed.tags.map((tag) => tag.tag_id),
      ...namedIn(feed),
    ]),
    ...comments.flatMap((comment) => [comment.user_id, ...namedIn(comment)]),
  ];
  return [
    ...posts.map(({ feed }) => `post:${feed.action_id}`),
    ...new Set(people.map((person) => `member:${person}`)),
  ];
}
