import { expect, test } from 'vitest';
import { isListed, presentPost } from '#domains/posts/post-changes.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { subjectKey } from '#lib/wire-names.ts';
import { wirePost, wireShare } from '../support/wire-post.ts';

const byAuthor = (id: number, author: number, feed: object = {}) =>
  wirePost({ action_id: id, subject_id: author, ...feed }, { can_share: 1 });
const tag = (id: number) => ({ tag_id: id, tag_obj: { user_id: id } });
const changes = (blocked: number[] = [], hiddenAuthors: string[] = []) => ({
  posts: {},
  blocked: new Set(blocked),
  hiddenAuthors: new Set(hiddenAuthors),
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
  expect(presentPost(tagging, changes([1])).tagged).toMatchObject([{ id: 3 }]);
});

test('a hidden author disappears from the list, and nobody else of the same number', () => {
  const ofMember = toPost(byAuthor(5, 1));
  const ofPage = toPost(byAuthor(6, 1, { subject_type: 'sitepage_page' }));
  const listed = (hidden: string) =>
    [ofMember, ofPage].map((post) => isListed(post, changes([], [hidden])));
  expect(listed(subjectKey('member', 1))).toEqual([false, true]);
  expect(listed(subjectKey('page', 1))).toEqual([true, false]);
});

test('an unchanged post stays the same object', () => {
  const tagging = toPost(byAuthor(7, 2, { tags: [tag(1)] }));
  expect(presentPost(tagging, changes([9]))).toBe(tagging);
});
