import { expect, test } from 'vitest';
import type { CommentModel } from '#domains/comments/comments.model.ts';
import {
  isPending,
  mergeComments,
  mergeReplies,
  nextPage,
  pendingComment,
  presentThread,
  remainingComments,
  unchanged,
} from '#domains/comments/thread/thread.rules.ts';

const author = { id: 3, displayname: 'Ada Quill', avatar: null };
const comment = (id: number, date: string, more: Partial<CommentModel> = {}) =>
  ({
    id,
    createdAt: date,
    author: { id: 3, name: 'Ada Quill', image: '' },
    body: `text ${id}`,
    replyCount: 0,
    replies: [],
    ...more,
  }) as unknown as CommentModel;

test('merged lists have each comment once, the later version, newest first', () => {
  const first = [comment(5, '2024-01-05 10:00:00'), comment(3, '2024-01-03 10:00:00')];
  const second = [
    comment(3, '2024-01-03 10:00:00', { likeCount: 2 }),
    comment(9, '2024-01-02 10:00:00'),
    comment(4, '2024-01-05 10:00:00'),
  ];
  const merged = mergeComments(first, second);
  expect(merged.map(({ id }) => id)).toEqual([5, 4, 3, 9]);
  expect(merged[2]!.likeCount).toBe(2);
});

test('a list with only the first replies keeps the known later ones', () => {
  const reply = (id: number) => comment(id, `2024-01-0${id} 10:00:00`);
  const idsOf = (...lists: CommentModel[][]) =>
    mergeComments(...lists)[0]!.replies.map(({ id }) => id);
  const parent = (ids: number[], replyCount: number) => [
    comment(1, '2024-01-01 10:00:00', { replyCount, replies: ids.map(reply) }),
  ];
  expect(idsOf(parent([2, 3, 4, 5], 5), parent([2, 3, 4], 5))).toEqual([2, 3, 4, 5]);
  // The third was deleted, and the fourth may be on a later page.
  expect(idsOf(parent([2, 3, 4, 5], 5), parent([2, 4], 3))).toEqual([2, 4, 5]);
  expect(idsOf(parent([2, 3, 4], 3), parent([2, 4], 2))).toEqual([2, 4]);
  expect(idsOf(parent([2], 1), parent([], 0))).toEqual([]);
});

test('replies are sorted oldest first', () => {
  const merged = mergeReplies(
    [comment(7, '2024-01-03 10:00:00'), comment(6, '2024-01-02 10:00:00')],
    [comment(7, '2024-01-03 10:00:00')],
  );
  expect(merged.map(({ id }) => id)).toEqual([6, 7]);
});

test('the remaining number is the total without shown comments and their replies', () => {
  expect(remainingComments(10, [comment(1, '', { replyCount: 3 }), comment(2, '')])).toBe(5);
  expect(remainingComments(1, [comment(1, ''), comment(2, '')])).toBe(0);
});

test('new comments are in order, and pending ones on top', () => {
  const served = [
    comment(5, '2024-01-05 10:00:00', { replies: [comment(6, '2024-01-06 10:00:00')] }),
    comment(3, '2024-01-03 10:00:00'),
  ];
  const onTop = pendingComment({ body: ' Mine ', author });
  const reply = pendingComment({ body: 'Yes', parentId: 5, author });
  const thread = presentThread(served, {
    ...unchanged,
    created: [comment(8, '2024-01-08 10:00:00')],
    sending: [onTop, reply],
    replies: { 5: [comment(7, '2024-01-07 10:00:00')] },
    bodies: { 6: { body: 'better', editedAt: '2024-01-09 10:00:00' } },
    removed: [3],
  });
  expect(thread.map((one) => [one.body, ...one.replies.map((under) => under.body)])).toEqual([
    ['Mine'],
    ['text 8'],
    ['text 5', 'better', 'text 7', 'Yes'],
  ]);
  expect([thread[0]!, thread[1]!].map(isPending)).toEqual([true, false]);
  expect(onTop.id).not.toBe(reply.id);
});

test('unchanged comments stay the same objects', () => {
  const served = [
    comment(5, '2024-01-05 10:00:00', { replies: [comment(6, '2024-01-06 10:00:00')] }),
    comment(3, '2024-01-03 10:00:00'),
  ];
  const thread = presentThread(served, {
    ...unchanged,
    bodies: { 3: { body: 'x', editedAt: null } },
    sending: [pendingComment({ body: 'y', author })],
  });
  expect(thread[1]).toBe(served[0]);
  expect(thread[2]).not.toBe(served[1]);
});

test.each([
  ['the next page that the server gave last', 1, { next: 2 }, 3, 2],
  ['the end, whatever the total says', 1, { next: null }, 3, null],
  ['what came with the screen', 1, {}, 0, 1],
  ['of a preview the first', 0, {}, 2, 0],
  ['none, where the rest has arrived by itself', 0, {}, 0, null],
  ['none, where all came with the screen', null, {}, 0, null],
])('the next page of comments is %s', (_, served, changes, remaining, expected) => {
  expect(nextPage(served, changes, remaining)).toBe(expected);
});
