import { expect, test } from 'vitest';
import {
  reactionKinds,
  reactionSentence,
  reactionTotal,
  withChoice,
} from '#domains/reactions/reactions.rules.ts';

test('the seven kinds have the ids 1 to 7 in their order', () => {
  expect(reactionKinds.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 like',
    '2 love',
    '3 wow',
    '4 haha',
    '5 sad',
    '6 angry',
    '7 blessings',
  ]);
});

test('a choice changes the counts at once', () => {
  const served = { counts: { 1: 2, 2: 1 }, mine: 'none' as const };
  const loved = withChoice(served, 'love');
  expect(loved).toEqual({ counts: { 1: 2, 2: 2 }, mine: 'love' });
  expect(reactionTotal(loved)).toBe(4);
  // Computed from the served counts, so that a second change counts once.
  expect(withChoice({ counts: { 1: 2, 2: 2 }, mine: 'love' }, 'like')).toEqual({
    counts: { 1: 3, 2: 1 },
    mine: 'like',
  });
  expect(withChoice({ counts: { 2: 1 }, mine: 'love' }, 'none')).toEqual({
    counts: {},
    mine: 'none',
  });
  expect(withChoice(served, undefined)).toBe(served);
  expect(withChoice(served, 'none')).toBe(served);
});

test('one is a person, others are people', () => {
  expect([1, 2, 1200].map(reactionSentence)).toEqual([
    '1 person reacted to this',
    '2 people reacted to this',
    '1,200 people reacted to this',
  ]);
});
