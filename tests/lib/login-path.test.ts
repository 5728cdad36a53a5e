import { expect, test } from 'vitest';
import { loginPath, loginReason } from '#lib/login-path.ts';

test('the URL has the code of the reason and the path to return to', () => {
  expect(loginPath('/posts/7')).toBe('/login?next=%2Fposts%2F7');
  expect(loginPath('/posts/7?a=1', 'like')).toBe('/login?next=%2Fposts%2F7%3Fa%3D1&why=like');
});

test.each([
  ['like', '/posts/7', 'like'],
  [null, '/home?hashtag=tea', 'hashtag'],
  [null, '/home?filter=photo&hashtag=tea', 'hashtag'],
  [null, '/home?hashtag=', undefined],
  [null, '/home', undefined],
  ['Send your password to evil.example', '/home', undefined],
  ['toString', '/home', undefined],
])('%j on the way to %s is the reason %j', (code, next, reason) => {
  expect(loginReason(code, next)).toBe(reason);
});
