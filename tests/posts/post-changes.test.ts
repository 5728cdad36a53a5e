import { expect, test } from 'vitest';
import { isListed, presentPost } from '#domains/posts/post-changes.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { wirePost, wireShare } from '../support/wire-post.ts';

const byAuthor = (id: number, author: number, feed: object = {}) =>
  wirePost({ action_id: id, subject_id: author, ...feed }, { can_share: 1 });
const tag = (id: number) => ({ tag_id: id, tag_obj: { user_id: id } });
const changes = (blocked: number[] = []) => ({
  posts: {},
  blocked: new Set(blocked),
  hiddenAuthors: new Set<number>(),
});

test('a blocked member disappears from the list, the original of a share and the tags of a post', () => {
  const post = toPost(byAuthor(5, 1));
  expect([isListed(post, changes()), isListed(post, changes([1]))]).toEqual([true, false]);
  const shared = toPost(byAuthor(6, 2, { attachment: [wireShare(byAuthor(5, 1))] }));
  expect(presentPost(shared, changes([1]))).toMatchObject({
    canShare: false,
    attachments: [{ original: null }],
  });
  const tagging = toPost(byAuthor(7, 2, { tags: [tag(1), tag(3)] }));
  expect(presentPost(tagging, changes([1])).tagged).toEqual([{ user_id: 3 }]);
});

test('an unchanged post stays the same object', () => {
  const tagging = toPost(byAuthor(7, 2, { tags: [tag(1)] }));
  expect(presentPost(tagging, changes([9]))).toBe(tagging);
});
