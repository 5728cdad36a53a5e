import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindRoutes } from '#app/build/kind-routes.ts';
import { readPageAccess } from '#app/build/page-access.ts';

/** Pages that need no account. A new line here is a decision, not a formality. */
const openToVisitors = [
  '/',
  '/404',
  '/500',
  '/ads/library',
  '/ads/library.csv',
  '/ads/library.json',
  '/albums/[id]',
  '/api/docs',
  '/api/openapi.json',
  '/comments/[id]',
  '/comments/[id]/photo/[mediaId]',
  '/confirm-email/[code]/[uid]',
  '/events',
  '/events/[id].ics',
  '/events/[id]/[...media]',
  '/events/[id]/albums/[albumId]',
  '/events/by-mail/[token]',
  '/events/calendar.ics',
  '/events/calendars/[type]/[id].ics',
  '/events/event/[id]',
  '/events/event/[id].ics',
  '/events/event/[id]/about',
  '/events/event/[id]/answer',
  '/events/event/[id]/feed.xml',
  '/events/event/[id]/photos',
  '/events/event/[id]/search',
  '/events/event/[id]/videos',
  '/events/join/[token]',
  '/events/month',
  '/events/my-calendar.ics',
  '/events/ongoing',
  '/events/past',
  '/feed.xml',
  '/first-administrator/[code]',
  '/forgot-password',
  '/groups',
  '/groups/[id]/[...media]',
  '/groups/[id]/albums/[albumId]',
  '/groups/browse',
  '/groups/group/[id]',
  '/groups/group/[id]/about',
  '/groups/group/[id]/events',
  '/groups/group/[id]/feed.xml',
  '/groups/group/[id]/photos',
  '/groups/group/[id]/posts',
  '/groups/group/[id]/search',
  '/groups/group/[id]/videos',
  '/groups/join/[token]',
  '/help/[text]',
  '/login',
  '/login/two-factor',
  '/logout',
  '/manifest.webmanifest',
  '/oembed',
  '/offline',
  '/pages',
  '/pages/[id]/[...media]',
  '/pages/[id]/albums/[albumId]',
  '/pages/[slug]',
  '/pages/join/[token]',
  '/pages/page/[id]',
  '/pages/page/[id]/about',
  '/pages/page/[id]/events',
  '/pages/page/[id]/feed.xml',
  '/pages/page/[id]/members',
  '/pages/page/[id]/photos',
  '/pages/page/[id]/reviews',
  '/pages/page/[id]/search',
  '/pages/page/[id]/videos',
  '/posts/[id]',
  '/posts/[id]/[kind]/[mediaId]',
  '/previews/[type]/[id]/[version].jpg',
  '/profile/[id]',
  '/profile/[id]/albums',
  '/profile/[id]/albums/[albumId]',
  '/profile/[id]/albums/[albumId]/photo/[mediaId]',
  '/profile/[id]/friends',
  '/profile/[id]/info',
  '/profile/[id]/posts',
  '/profile/[id]/videos',
  '/profile/[id]/videos/[videoId]',
  '/reset-password/[code]/[uid]',
  '/robots.txt',
  '/signup',
  '/signup/verify',
  '/signup/verify/email/[email]/token/[token]/verify/[code]',
  '/sitemap.xml',
  '/sitemap/[name]/[page].xml',
  '/sitemap/[page].xml',
  '/unsubscribe/[token]',
];

const { publicPages, memberPages } = readPageAccess('src/pages');

test('only the listed pages are open to visitors', () => {
  expect(publicPages).toEqual(openToVisitors);
});

test('a page declares its access in the one recognised form, and exports nothing else', () => {
  const other = globSync('src/pages/**/*.{astro,ts}').flatMap((file) => {
    const exported =
      readFileSync(file, 'utf8').match(
        file.endsWith('.astro') ? /^export .*$/gm : /^export .*\baccess\b.*$/gm,
      ) ?? [];
    return exported
      .filter((line) => line !== "export const access = 'public';")
      .map((line) => `${file}: ${line}`);
  });
  expect(other).toEqual([]);
});

test('a page for members exists beside a public page', () => {
  expect(memberPages.filter((pattern) => !publicPages.includes(pattern))).toEqual([]);
  const ofKinds = kindRoutes.filter(({ pattern }) => pattern.startsWith('/for-members/'));
  expect(memberPages).toHaveLength(
    globSync('src/pages/for-members/**/*.astro').length + ofKinds.length,
  );
});
