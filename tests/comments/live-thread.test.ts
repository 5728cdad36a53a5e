import { expect, test } from 'vitest';
import type { CommentModel } from '#domains/comments/comments.model.ts';
import { presentThread, unchanged, withNewest } from '#domains/comments/thread/thread.rules.ts';

const comment = (id: number, changes: Partial<CommentModel> = {}): CommentModel =>
  ({
    id,
    author: { id: 1, name: 'Ada', image: '' },
    createdAt: `2026-01-01 00:00:${String(id).padStart(2, '0')}`,
    body: `Comment ${id}`,
    replyCount: 0,
    replies: [],
    ...changes,
  }) as unknown as CommentModel;
const idsOf = (served: CommentModel[], changes: Parameters<typeof presentThread>[1]) =>
  presentThread(served, changes).map(({ id }) => id);

test('new comments are added on top, deleted ones removed, edited ones updated', () => {
  const served = [comment(3), comment(2), comment(1)];
  const now = withNewest(unchanged, served, {
    comments: [comment(4), comment(3, { body: 'Better' }), comment(1)],
    total: 3,
    hasMore: false,
  });
  expect(idsOf(served, now)).toEqual([4, 3, 1]);
  expect(presentThread(served, now)[1]!.body).toBe('Better');
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
  const known = [comment(1, { replyCount: 5 }), comment(2, { replyCount: 1 })];
  const now = withNewest({ ...unchanged, nextReplies: { 1: null, 2: null } }, known, {
    comments: [comment(2, { replyCount: 1 }), comment(1, { replyCount: 6 })],
    total: 9,
    hasMore: false,
  });
  expect(now.nextReplies).toEqual({ 2: null });
});

test('only newer comments join the first ones of the thread: the rest collapses again', () => {
  const [served, older] = [[comment(5)], comment(4)];
  const now = withNewest({ ...unchanged, loaded: [older] }, [...served, older], {
    comments: [comment(6), comment(5), comment(4, { body: 'Better' })],
    total: 3,
    hasMore: false,
  });
  expect(now.created.map(({ id }) => id)).toEqual([6]);
  expect(presentThread(served, now).map(({ body }) => body)).toEqual([
    'Comment 6',
    'Comment 5',
    'Better',
  ]);
});
