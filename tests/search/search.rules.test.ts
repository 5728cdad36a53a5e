import { expect, test } from 'vitest';
import { excerpt, rowsOnPage, searchPath } from '#domains/search/search.rules.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';

test.each([
  ['Ada Quill', ['ada', 'quill']],
  ['  Zoë   ÉCOLE zoe ', ['zoe', 'ecole']],
  ["it's :* | ! & (x) \\", ['it', 's', 'x']],
  ['日本語 2024', ['日本語', '2024']],
  ['🙂 …', []],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('%s is asked for as %j', (query, words) => expect(searchWords(query)).toEqual(words));

test('all words are required as prefixes', () =>
  expect(prefixQuery(['ada', 'qu'])).toBe('ada:* & qu:*'));

test('an excerpt shows the match, and splits no emoji', () => {
  expect(excerpt('Short\n\ntext', ['text'])).toBe('Short text');
  const long = `${'before '.repeat(60)}the heron ${'after '.repeat(60)}`;
  const cut = excerpt(long, ['heron']);
  expect(cut).toContain('heron');
  expect(cut).toMatch(/^… .*…$/);
  expect(cut.length).toBeLessThan(170);
  expect(excerpt('🙂'.repeat(400), ['x'])).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});

test('the address keeps the query unchanged', () => {
  expect(searchPath('a&b c')).toBe('/search?query=a%26b+c');
  expect(searchPath('x', 'user')).toBe('/search?query=x&type=user');
});

test('a page of several lists: the first rows of each, then the rest, each row once', () => {
  for (const totals of [
    [9, 0, 4],
    [2, 7, 0],
    [0, 0, 3],
    [4, 1, 1],
    [0, 0, 0],
    [3, 5, 9],
  ])
    for (const limit of [1, 2, 4, 5, 20]) {
      const seen = totals.map(() => [] as number[]);
      for (let offset = 0; offset < 40; offset += limit) {
        const lists = totals.map((total, index) => ({ first: [3, 1, 1][index]!, total }));
        lists.forEach((_, index) => {
          const { from, until } = rowsOnPage(lists, index, { offset, limit });
          for (let row = from; row < until; row += 1) seen[index]!.push(row);
          // With the totals of later lists unknown, at least the same rows are read.
          const partly = lists.map((list, other) => (other < index ? list : { first: list.first }));
          const wider = rowsOnPage(partly, index, { offset, limit });
          if (until > from) {
            expect(wider.from).toBeLessThanOrEqual(from);
            expect(wider.until).toBeGreaterThanOrEqual(until);
          }
        });
      }
      expect(seen, `${totals.join()} by ${limit}`).toEqual(
        totals.map((total) => Array.from({ length: total }, (_, row) => row)),
      );
    }
});
