import { expect, test } from 'vitest';
import { keepHtml } from '#server/drawn-html.ts';

test('the oldest HTML is dropped where all would be too large', () => {
  const keep = keepHtml(10);
  let draws = 0;
  const draw = (key: string) => keep(key, () => `${key}${(draws += 1)}..`);
  expect([draw('a'), draw('b'), draw('a'), draw('b')]).toEqual(['a1..', 'b2..', 'a1..', 'b2..']);
  expect(draw('c')).toBe('c3..');
  expect([draw('b'), draw('a')]).toEqual(['b2..', 'a4..']);
});

test('HTML that may not be kept is drawn each time', () => {
  const keep = keepHtml(100);
  let draws = 0;
  const draw = () =>
    keep(
      'a',
      () => `a${(draws += 1)}`,
      () => false,
    );
  expect([draw(), draw()]).toEqual(['a1', 'a2']);
});

test('HTML larger than all that may be kept is drawn each time, and leaves nothing behind', () => {
  const keep = keepHtml(5);
  expect(keep('a', () => 'too large')).toBe('too large');
  expect(keep('a', () => 'x')).toBe('x');
  expect(keep('a', () => 'y')).toBe('x');
});
