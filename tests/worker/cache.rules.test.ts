import { describe, expect, test } from 'vitest';
import { isFeed, outdatedCaches } from '#worker/cache-names.ts';
import {
  findAssets,
  findImports,
  getRequestKind,
  isTooOld,
  markAsCached,
} from '#worker/cache.rules.ts';

const origin = 'https://hearth.example';
const handling = (path: string, change: Partial<Parameters<typeof getRequestKind>[0]> = {}) =>
  getRequestKind(
    {
      method: 'GET',
      mode: 'no-cors',
      destination: '',
      referrer: `${origin}/home`,
      url: new URL(path, origin).href,
      ...change,
    },
    origin,
  );
const open = (path: string) => handling(path, { mode: 'navigate', destination: 'document' });
const picture = (path: string, referrer = '/home') =>
  handling(path, { destination: 'image', referrer: new URL(referrer, origin).href });

describe('requests that the worker handles', () => {
  test('screens come from the network', () => {
    for (const path of ['/home', '/messages/13', '/profile/settings/two-factor'])
      expect(open(path)).toBe('screen');
  });

  test('files, calls and the stream are left to the browser', () => {
    for (const path of ['/media/12?v=1', '/api/rest/feeds', '/api/docs', '/live'])
      expect(open(path)).toBe('none');
    expect(handling('/api/rest/advancedactivity/feeds')).toBe('none');
    expect(handling('/live')).toBe('none');
    expect(handling('https://elsewhere.example/_astro/a.js')).toBe('none');
  });

  test('built files are cached by their hash', () => {
    expect(handling('/_astro/Feed.Dk2j_-a.js')).toBe('asset');
  });

  test('pictures are cached from the feed only', () => {
    expect(picture('/media/public/a.webp')).toBe('picture');
    expect(picture('/reactions/love.svg')).toBe('picture');
    for (const referrer of [
      '/messages/13',
      '/home?hashtag=secret',
      'https://elsewhere.example/home',
      '',
    ]) {
      expect(handling('/media/5', { destination: 'image', referrer }), referrer).toBe('none');
    }
    expect(handling('/media/5', { destination: 'video' })).toBe('none');
  });

  test('requests that change something are left alone, and a sign-out is noticed', () => {
    expect(handling('/home', { method: 'POST', mode: 'navigate' })).toBe('none');
    for (const path of ['/logout', '/api/rest/logout', '/profile/settings/delete-account'])
      expect(handling(path, { method: 'POST' })).toBe('sign-out');
    expect(handling('/api/rest/members/settings/delete', { method: 'DELETE' })).toBe('sign-out');
    expect(open('/logout')).toBe('screen');
  });
});

test('the feed is cached without filters only', () => {
  expect(isFeed(`${origin}/home`, origin)).toBe(true);
  expect(isFeed(`${origin}/home#create`, origin)).toBe(true);
  for (const url of [
    `${origin}/home?hashtag=a`,
    `${origin}/homes`,
    'https://elsewhere.example/home',
    '',
    'no address',
  ])
    expect(isFeed(url, origin), url).toBe(false);
});

test('the files of a page are found once each', () => {
  const page =
    '<link href="/_astro/a.B1.css"><script src="/_astro/b.js"></script><astro-island component-url="/_astro/b.js">' +
    '<svg><use href="/_astro/icons.c-1.svg#Bell"/></svg>/_astro/x.png';
  expect(findAssets(page)).toEqual(['/_astro/a.B1.css', '/_astro/b.js', '/_astro/icons.c-1.svg']);
  expect(findAssets('')).toEqual([]);
  const script =
    'import{a}from"./client.B1-x.js";import(`./late.js`);import("./late.js");fetch("/x.js")';
  expect(findImports(script)).toEqual(['/_astro/client.B1-x.js', '/_astro/late.js']);
});

test('a new build keeps its own files and those of the previous build', () => {
  expect(outdatedCaches(['public-a', 'private-1', 'public-b', 'public-c'])).toEqual(['public-a']);
  expect(outdatedCaches(['public-a', 'public-b', 'private-1'])).toEqual([]);
});

test('a cached feed is shown for as long as an idle session lasts', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  expect(isTooOld('2026-03-02T12:00:00Z', now)).toBe(false);
  for (const at of ['2026-03-01T11:59:59Z', null, 'nonsense'])
    expect(isTooOld(at, now), String(at)).toBe(true);
});

test('a cached page shows when it was rendered', () => {
  expect(markAsCached('<!doctype html><html lang="en"><p>&lt;html ', '2026-03-31T12:00:00Z')).toBe(
    '<!doctype html><html data-kept="2026-03-31T12:00:00Z" lang="en"><p>&lt;html ',
  );
});
