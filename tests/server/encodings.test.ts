import { expect, test } from 'vitest';
import {
  chooseEncoding,
  decode,
  encodeBest,
  encodeOnce,
  smallestFirst,
} from '#server/http/encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, zstd;q=0.9, gzip;q=0.5', 'zstd'],
  ['*', 'br'],
  ['*;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=0, *', 'zstd'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0, gzip;q=0.5', 'gzip'],
  ['abracadabra', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is answered with %s', (header, encoding) => {
  expect(chooseEncoding(header, smallestFirst)).toBe(encoding);
});

test('a page sent once is never sent in a refused encoding', () => {
  const body = Buffer.alloc(2_000, 'a');
  expect(encodeOnce('br, zstd', body)?.encoding).toBe('zstd');
  expect(encodeOnce('br, zstd;q=0', body)?.encoding).toBe('br');
  expect(encodeOnce('br;q=0, zstd;q=0', body)).toBeUndefined();
});

test('the smallest form is made of one page at a time', async () => {
  const body = Buffer.alloc(2_000, 'a');
  const first = new Promise<Buffer>((resolve) =>
    expect(encodeBest(() => body, resolve)).toBe(true),
  );
  expect(
    encodeBest(
      () => body,
      () => {},
    ),
  ).toBe(false);
  expect(decode(await first)).toEqual(body);
  await new Promise<Buffer>((resolve) => expect(encodeBest(() => body, resolve)).toBe(true));
});
