import { expect, test } from 'vitest';
import { hasContent, joinNames, oneLess, toPreview } from '#domains/messages/messages.rules.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';

test('a message without text, or with one blank, is not shown', () => {
  expect([{ body: '' }, { body: ' ' }, { body: 'x' }, { body: '  ' }].map(hasContent)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(hasContent({ body: '', photos: [{}] })).toBe(true);
});

test('a preview is one line, cut from 60 to 55 characters', () => {
  expect(toPreview('Hello\n\n  there')).toBe('Hello there');
  expect(toPreview('x'.repeat(60))).toBe('x'.repeat(60));
  expect(toPreview('x'.repeat(61))).toBe(`${'x'.repeat(55)}…`);
});

test('the badge is never negative', () => {
  expect([2, 1, 0].map(oneLess)).toEqual([1, 0, 0]);
});

test('the names of the participants are joined', () => {
  expect(joinNames([])).toBe('Deleted member');
  expect(joinNames(['Bo'])).toBe('Bo');
  expect(joinNames(['Bo', 'Cy'])).toBe('Bo and Cy');
  expect(joinNames(['Bo', 'Cy', 'Di'])).toBe('Bo, Cy and Di');
  expect(joinNames(['Bo', 'Cy', 'Di'], 1)).toBe('Bo, Cy, Di and 1 other');
});

const wordsQuery = (search: string) => prefixQuery(searchWords(search));

test('a search requires the prefixes of its words, whatever else is typed', () => {
  expect(wordsQuery('Lamp oil')).toBe('lamp:* & oil:*');
  expect(wordsQuery('Bjørn')).toBe('bjorn:*');
  expect(wordsQuery("a' | !b & (c)")).toBe('a:* & b:* & c:*');
  expect(wordsQuery(' !&| ')).toBe('');
  expect(wordsQuery('⑴ crème')).toBe('1:* & creme:*');
});
