import { describe, expect, test } from 'vitest';
import {
  cleanText,
  idField,
  limitField,
  lineField,
  numberField,
  textField,
  toLine,
} from '#lib/fields.ts';
import { plainIssue } from '#server/plain-issues.ts';

const invisible: [string, string][] = [
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['a braille blank', '\u2800'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['joiners', '\u200c\u200d'],
  ['marks of direction', '\u200e\u200f\u061c'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['a byte order mark', '\ufeff'],
  ['blanks of all widths', '\u00a0\u2003\u3000'],
  ['a grapheme joiner', '\u034f'],
  ['Mongolian selectors', '\u180b\u180e'],
  ['invisible operators', '\u2061\u2064'],
  ['a musical sign without a head', '\u{1d159}'],
  ['all of them', '\u200b \u2060\u00ad\n\u3164\u2800\u{e0041}'],
];

describe('invisible text counts as empty', () => {
  test.each(invisible)('%s', (_, text) => {
    expect(textField(10).parse(text)).toBe('');
    expect(lineField(10).parse(text)).toBe('');
    expect(toLine(text, 10)).toBe('');
  });

  test.each([
    '👩‍👩‍👧',
    '❤️',
    'می‌خواهم',
    'co\u00adoperate',
    '⠃⠕',
    'é',
    '한',
    '.',
    '🏴\u{e0067}\u{e007f}',
  ])('%s stays as it is', (text) => {
    expect(cleanText(text)).toBe(text);
    expect(lineField(30).parse(text)).toBe(text);
  });
});

test.each([
  '\n',
  '\r\n',
  '\r',
  '\v',
  '\f',
  '\u001c',
  '\u001d',
  '\u001e',
  '\u001f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\t',
  '\n\u2028\r\n',
])('%j in a name is one blank', (separator) => {
  expect(lineField(20).parse(`Ada${separator}Quill`)).toBe('Ada Quill');
});

test('line and paragraph separators end a line of a text', () => {
  expect(cleanText('one\u2028two\u2029three\r\nfour\rfive')).toBe('one\ntwo\nthree\nfour\nfive');
});

test('a name of direction overrides only becomes empty', () => {
  expect(lineField(20).parse('\u202e\u2066 \u2069')).toBe('');
});

test.each([
  [idField, '', 'Please fill in this field.'],
  [idField, 'x', 'Must be a number.'],
  [limitField(20), '-1', 'Must be at least 1.'],
  [limitField(20), 'x', 'Must be a number.'],
  [numberField(9), '-1', 'Must be between 0 and 9.'],
  [numberField(9), '1.5', 'Must be a number.'],
])('a wrong number is refused for what is wrong with it (%#)', (field, input, text) => {
  const { error } = field.safeParse(input, { error: plainIssue });
  expect(error?.issues.map(({ message }) => message)).toEqual([text]);
});
