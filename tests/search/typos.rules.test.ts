import { expect, test } from 'vitest';
import { findCorrections, prefixDistance, swaps } from '#domains/search/typos.rules.ts';

test.each([
  ['tomatos', 'tomatoes', 1],
  ['tomat', 'tomatoes', 0],
  ['tmoat', 'tomatoes', 1],
  ['kingfihser', 'kingfisher', 1],
  ['kingfsher', 'kingfishers', 1],
  ['umbrelllas', 'umbrellas', 1],
  ['gratn', 'garden', 3],
  ['', 'garden', 0],
  ['ab', '', 2],
])('%s is %j with %i letters wrong', (input, word, wrong) =>
  expect(prefixDistance(input, word)).toBe(wrong),
);

test('the closest are suggested, and a short word has no correction', () => {
  expect(findCorrections('gardn', ['guardian', 'garden', 'gardens', 'harden'], 8)).toEqual([
    'garden',
    'gardens',
  ]);
  expect(findCorrections('gardn', ['garden', 'gardens', 'gardener'], 2)).toEqual([
    'garden',
    'gardens',
  ]);
  expect(findCorrections('te', ['tea', 'the'], 8)).toEqual(['tea']);
  expect(findCorrections('teh', ['the', 'tehran', 'zoo'], 8)).toEqual(['tehran', 'the']);
});

test('swapped letters: each pair once, not across words, and only for realistic lengths', () => {
  expect(swaps('gadren')).toEqual(['agdren', 'gdaren', 'garden', 'gadern', 'gadrne']);
  expect(swaps('Al Oo')).toEqual(['lA Oo', 'Al oO']);
  expect([swaps(''), swaps('a'), swaps('ab'.repeat(16))]).toEqual([[], [], []]);
});
