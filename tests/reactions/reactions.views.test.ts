import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentReaction, feedReactions, myReaction } from '#domains/reactions/reactions.schema.ts';
import {
  contentReactionView,
  feedReactionsView,
  myReactionView,
  sumOf,
} from '#domains/reactions/reactions.views.server.ts';

test('counts by kind: only kinds with a count, and `{}` for none', () => {
  const view = feedReactionsView({ 1: 3, 4: 0, 7: 1, 9: 5 }, '');
  expect(feedReactions.parse(view)).toEqual(view);
  expect(
    Object.entries(view).map(([id, { caption, reaction_count }]) => [id, caption, reaction_count]),
  ).toEqual([
    ['1', 'Like', 3],
    ['7', 'Blessings', 1],
  ]);
  expect(feedReactionsView(null, '')).toEqual({});
  expect(sumOf({ 1: 3, 7: 1 })).toBe(4);
  expect(sumOf(null)).toBe(0);
});

test('the own reaction, or nothing', () => {
  const view = myReactionView(6, 'https://hearth.example')!;
  expect(myReaction.parse(view)).toEqual(view);
  expect(view).toMatchObject({
    reaction: 'angry',
    reaction_image_icon: 'https://hearth.example/reactions/angry.svg',
  });
  expect(myReactionView(null, '')).toBeUndefined();
  expect(myReactionView(8, '')).toBeUndefined();
});

test('every kind has an icon', () => {
  const view = contentReactionView({ counts: null, mine: null }, '');
  expect(contentReaction.parse(view)).toEqual(view);
  expect(Object.keys(view.reactions)).toEqual([
    'like',
    'love',
    'wow',
    'haha',
    'sad',
    'angry',
    'blessings',
  ]);
  for (const { icon } of Object.values(view.reactions))
    expect(existsSync(`public${icon.reaction_image_icon}`)).toBe(true);
});
