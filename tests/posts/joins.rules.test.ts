import { expect, test } from 'vitest';
import { namesOf, withJoins, type JoinModel } from '#domains/posts/feed/joins.rules.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';

const at = (id: number) => ({ id, publishedAt: `2026-01-01 00:00:${String(id).padStart(2, '0')}` });
const post = (id: number) => at(id) as PostModel;
const join = (id: number): JoinModel => ({
  ...at(id),
  member: { id, displayname: `Member ${id}`, image: '' },
  commentCount: 0,
  canDelete: false,
});
const ids = (posts: number[], joins: number[]) =>
  withJoins(posts.map(post), joins.map(join)).map((row) =>
    'joins' in row ? row.joins.map(({ id }) => id) : row.id,
  );

test('joins stand in one row between the posts that they stand between', () => {
  expect(ids([7, 4, 3], [9, 8, 6, 5, 2])).toEqual([[9, 8], 7, [6, 5], 4, 3, [2]]);
  expect(ids([], [2, 1])).toEqual([[2, 1]]);
  expect(ids([2, 1], [])).toEqual([2, 1]);
});

test('a row names three, or two and how many others', () => {
  const names = (count: number) =>
    namesOf(Array.from({ length: count }, (_, index) => join(index + 1)));
  expect(names(3)).toEqual({ names: ['Member 1', 'Member 2', 'Member 3'], others: 0 });
  expect(names(5)).toEqual({ names: ['Member 1', 'Member 2'], others: 3 });
});
