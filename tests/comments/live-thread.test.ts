import { expect, test } from 'vitest';
import { type Comment } from '#domains/comments/comments.schema.ts';
import { presentThread, unchanged, withNewest } from '#domains/comments/thread.rules.ts';

const comment = (id: number, changes: Partial<Comment> = {}): Comment =>
  ({
    comment_id: id,
    user_id: 1,
    comment_date: `2026-01-01 00:00:${String(id).padStart(2, '0')}`,
    comment_body: `Comment ${id}`,
    reply_count: 0,
    reply_on_comment: [],
    ...changes,
  }) as unknown as Comment;
const idsOf = (served: Comment[], changes: Parameters<typeof presentThread>[1]) =>
  presentThread(served, changes).map(({ comment_id }) => comment_id);

test('new comments are added on top, deleted ones removed, edited ones updated', () => {
  const served = [comment(3), comment(2), comment(1)];
  const now = withNewest(unchanged, served, {
    comments: [comment(4), comment(3, { comment_body: 'Better' }), comment(1)],
    total: 3,
    hasMore: false,
  });
  expect(idsOf(served, now)).toEqual([4, 3, 1]);
  expect(presentThread(served, now)[1]!.comment_body).toBe('Better');
  expect(now.total).toBe(3);
});

test('older comments than the page stay, and no gap opens under a preview', () => {
  const served = [comment(7), comment(6), comment(1)];
  const now = withNewest(unchanged, served, {
    comments: [comment(9), comment(7), comment(5)],
    total: 20,
    hasMore: true,
  });
  expect(idsOf(served, now)).toEqual([9, 7, 1]);
});

test('a comment written during the request does not count as deleted', () => {
  const own = comment(5);
  const now = withNewest({ ...unchanged, created: [own] }, [comment(4)], {
    comments: [comment(4)],
    total: 1,
    hasMore: false,
  });
  expect(idsOf([comment(4)], now)).toEqual([5, 4]);
});

test('replies added after their last page can be loaded again', () => {
  const known = [comment(1, { reply_count: 5 }), comment(2, { reply_count: 1 })];
  const now = withNewest({ ...unchanged, nextReplies: { 1: null, 2: null } }, known, {
    comments: [comment(2, { reply_count: 1 }), comment(1, { reply_count: 6 })],
    total: 9,
    hasMore: false,
  });
  expect(now.nextReplies).toEqual({ 2: null });
});

test('only newer comments join the first ones of the thread: the rest collapses again', () => {
  const [served, older] = [[comment(5)], comment(4)];
  const now = withNewest({ ...unchanged, loaded: [older] }, [...served, older], {
    comments: [comment(6), comment(5), comment(4, { comment_body: 'Better' })],
    total: 3,
    hasMore: false,
  });
  expect(now.created.map(({ comment_id }) => comment_id)).toEqual([6]);
  expect(presentThread(served, now).map(({ comment_body }) => comment_body)).toEqual([
    'Comment 6',
    'Comment 5',
    'Better',
  ]);
});
