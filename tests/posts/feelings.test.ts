import { expect, test } from 'vitest';
import { feelingPhrase } from '#domains/posts/feelings/feeling-phrase.ts';
import { feelingCatalogue } from '#domains/posts/feelings/feelings.schema.ts';
import {
  catalogueView,
  emojiPicture,
  feelings,
  findFeeling,
} from '#domains/posts/feelings/feelings.ts';

test('the catalogue has the eleven kinds with exactly so many children', () => {
  expect(
    Object.fromEntries(feelings.map((one) => [`${one.id} ${one.title}`, one.children.length])),
  ).toEqual({
    '27 feeling': 6,
    '26 eating': 5,
    '23 celebrating': 2,
    '22 attending': 1,
    '29 looking for': 8,
    '30 making': 9,
    '25 drinking': 4,
    '33 thinking about': 12,
    '31 meeting': 10,
    '32 rememberring': 11,
    '24 custom': 3,
  });
});

test('remembering is spelled as people write it', () => {
  expect(feelingPhrase({ parenttitle: 'rememberring', childtitle: 'A song' })).toBe(
    'remembering a song',
  );
});

test('children are numbered under their parent and named once', () => {
  for (const { id, children } of feelings) {
    expect(children.map((child) => child.id)).toEqual(
      children.map((_, index) => id * 100 + index + 1),
    );
    expect(new Set(children.map((child) => child.title)).size).toBe(children.length);
    for (const { title, emoji } of children) {
      expect(title).toMatch(/^\p{L}/u);
      expect(emoji).not.toMatch(/\p{L}/u);
    }
  }
  const titles = feelings.flatMap(({ children }) => children.map(({ title }) => title));
  expect(titles).toEqual(expect.arrayContaining(['happy', 'angry', 'coffee', 'Easter']));
});

test('a child is only found with its own parent', () => {
  expect(findFeeling(27, 2701)?.child.title).toBe('happy');
  for (const [parent, child] of [
    [26, 2701],
    [27, 2707],
    [28, 2801],
    [0, 0],
    [27, null],
    [null, 2701],
  ] as const)
    expect(findFeeling(parent, child)).toBeUndefined();
});

test('the call’s answer fits its schema, and its pictures need no request', () => {
  const view = catalogueView();
  expect(feelingCatalogue.parse(view)).toEqual(view);
  expect(decodeURIComponent(emojiPicture('☕'))).toContain('>☕</text>');
});
