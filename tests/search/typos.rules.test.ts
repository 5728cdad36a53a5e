import { expect, test } from 'vitest';
import { lettersWrong, meantBy, swaps } from '#domains/search/typos.rules.ts';

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
])('%s is %j with %i letters wrong', (said, word, wrong) =>
  expect(lettersWrong(said, word)).toBe(wrong),
);

test('the nearest are meant, and a short word is near nothing', () => {
  expect(meantBy('gardn', ['guardian', 'garden', 'gardens', 'harden'], 8)).toEqual([
    'garden',
    'gardens',
  ]);
  expect(meantBy('gardn', ['garden', 'gardens', 'gardener'], 2)).toEqual(['garden', 'gardens']);
  expect(meantBy('te', ['tea', 'the'], 8)).toEqual(['tea']);
  expect(meantBy('teh', ['the', 'tehran', 'zoo'], 8)).toEqual(['tehran', 'the']);
});

test('swapped letters: each pair once, none across words, and only of what somebody may have typed', () => {
  expect(swaps('gadren')).toEqual(['agdren', 'gdaren', 'garden', 'gadern', 'gadrne']);
  expect(swaps('Al Oo')).toEqual(['lA Oo', 'Al oO']);
  expect([swaps(''), swaps('a'), swaps('ab'.repeat(16))]).toEqual([[], [], []]);
});
