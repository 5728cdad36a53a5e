import { expect, test } from 'vitest';
import {
  isPlayLink,
  lightboxPath,
  parseLightboxPath,
  playPath,
} from '#domains/lightbox/lightbox-route.rules.ts';
import { countsLine, itemTitle } from '#domains/lightbox/lightbox.rules.ts';
import { lengthText } from '#domains/lightbox/videos/VideoGrid.tsx';

test.each([
  '/posts/42/photo/7',
  '/posts/42/video/7',
  '/comments/42/photo/7',
  '/profile/42/videos/7',
  '/profile/3/albums/42/photo/7',
])('%s parses to a route, and the route gives the same path', (path) => {
  expect(lightboxPath(parseLightboxPath(path)!)).toBe(path);
});

test.each([
  '/posts/42',
  '/posts/42/photo/',
  '/posts/42/photo/07',
  '/posts/0/photo/7',
  '/posts/42/song/7',
  '/posts/42/photo/7/8',
  '/posts/42/photo/1e3',
  '/media/7/320.webp',
  '/posts/42/photo/99999999999999999',
  '/comments/42',
  '/comments/42/video/7',
  '/profile/42/videos',
  '/profile/42/videos/x',
  '/profile/42/albums/7',
  '/profile/0/albums/42/photo/7',
  '/profile/3/albums/42/video/7',
])('%s names none', (path) => expect(parseLightboxPath(path)).toBeUndefined());

test('a play link has the same route', () => {
  const route = parseLightboxPath('/posts/42/video/7')!;
  const link = new URL(playPath(route), 'http://hearth.test');
  expect([parseLightboxPath(link.pathname), isPlayLink(link)]).toEqual([route, true]);
  expect(isPlayLink(new URL(lightboxPath(route), link))).toBe(false);
});

test('the counts line', () => {
  expect(
    countsLine({ subject: { type: 'photo', id: 1 } }, { likes: 1, comments: 0, views: 1234 }),
  ).toBe('1 like · 0 comments · 1,234 views');
  // An embedded video, and the photo of a comment.
  expect(
    countsLine({ subject: { type: 'post', id: 1 } }, { likes: 2, comments: 1, views: 0 }),
  ).toBe('2 likes · 1 comment');
  expect(
    countsLine({ subject: { type: 'post_comment', id: 1 } }, { likes: 2, comments: 0, views: 0 }),
  ).toBe('2 likes');
});

test('the title has the position, the total and the owner', () => {
  const item = { kind: 'photo', owner: { name: 'Ada Quill' }, title: '', position: 2 } as const;
  expect(itemTitle(item, 5)).toBe('Photo 2 of 5 by Ada Quill');
  expect(itemTitle({ ...item, position: 1 }, 1)).toBe('Photo by Ada Quill');
  expect(itemTitle({ ...item, kind: 'embed', title: 'A song', position: 1 }, 1)).toBe(
    'A song by Ada Quill',
  );
});

test.each([
  [0, '0:00'],
  [59, '0:59'],
  [187, '3:07'],
  [3_729, '1:02:09'],
])('%s seconds are %s', (seconds, text) => expect(lengthText(seconds)).toBe(text));
