import { expect, test } from 'vitest';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { isListed, presentPost } from '#domains/posts/post-changes.ts';

const item = (id: number, author: number, feed: object = {}) =>
  ({
    can_share: 1,
    feed: {
      action_id: id,
      subject_type: 'user',
      subject_id: author,
      attachment: [],
      tags: [],
      ...feed,
    },
  }) as unknown as FeedItem;
const changes = (blocked: number[] = []) => ({
  posts: {},
  blocked: new Set(blocked),
  hiddenAuthors: new Set<number>(),
});

test('somebody who was blocked leaves the list, the original of a share, and the names on a post', () => {
  expect([isListed(item(5, 1), changes()), isListed(item(5, 1), changes([1]))]).toEqual([
    true,
    false,
  ]);
  const shared = item(6, 2, { attachment: [{ shared_post_data: [item(5, 1)] }] });
  expect(presentPost(shared, changes([1]))).toMatchObject({
    can_share: 0,
    feed: { attachment: [{ shared_post_data: [] }] },
  });
  const tagging = item(7, 2, { tags: [{ tag_id: 1 }, { tag_id: 3 }] });
  expect(presentPost(tagging, changes([1])).feed.tags).toEqual([{ tag_id: 3 }]);
});

test('a post to which nothing happened stays the very same object', () => {
  const tagging = item(7, 2, { tags: [{ tag_id: 1 }] });
  expect(presentPost(tagging, changes([9]))).toBe(tagging);
});
