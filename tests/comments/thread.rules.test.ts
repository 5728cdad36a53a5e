import { expect, test } from 'vitest';
import type { Comment } from '#domains/comments/comments.schema.ts';
import { mergeComments, mergeReplies, remainingComments } from '#domains/comments/thread.rules.ts';

const comment = (id: number, date: string, more: Partial<Comment> = {}) =>
  ({ comment_id: id, comment_date: date, comment_body: `text ${id}`, reply_count: 0, reply_on_comment: [], ...more }) as unknown as Comment;

test('lists become one: each comment once, the later version, newest first', () => {
  const first = [comment(5, '2024-01-05 10:00:00'), comment(3, '2024-01-03 10:00:00')];
  const second = [comment(3, '2024-01-03 10:00:00', { like_count: 2 }), comment(9, '2024-01-02 10:00:00'), comment(4, '2024-01-05 10:00:00')];
  const merged = mergeComments(first, second);
  expect(merged.map(({ comment_id }) => comment_id)).toEqual([5, 4, 3, 9]);
  expect(merged[2]!.like_count).toBe(2);
});

test('replies stand oldest first', () => {
  const merged = mergeReplies([comment(7, '2024-01-03 10:00:00'), comment(6, '2024-01-02 10:00:00')], [comment(7, '2024-01-03 10:00:00')]);
  expect(merged.map(({ comment_id }) => comment_id)).toEqual([6, 7]);
});

test('what remains is the total without what is shown and what hangs under it', () => {
  expect(remainingComments(10, [comment(1, '', { reply_count: 3 }), comment(2, '')])).toBe(5);
  expect(remainingComments(1, [comment(1, ''), comment(2, '')])).toBe(0);
});
