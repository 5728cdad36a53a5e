import { expect, test } from 'vitest';
import { excerpt, searchPath } from '#domains/search/search.rules.ts';
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
