import { expect, test } from 'vitest';
import { pageNumber, parseId } from '#lib/url-numbers.ts';

test.each([
  ['7', 7],
  ['1234567890123456', 1234567890123456],
  ['12345678901234567', null],
  ['0', null],
  ['007', null],
  ['+7', null],
  ['7 ', null],
  ['7e3', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the id %s is read as %s', (text, id) => {
  expect(parseId(text)).toBe(id);
});

test.each([
  ['3', 3],
  ['99999', 99_999],
  ['100000', 1],
  ['0', 1],
  ['-1', 1],
  ['x', 1],
  [null, 1],
])('the page %s is read as %s', (text, page) => {
  expect(pageNumber(text)).toBe(page);
});
