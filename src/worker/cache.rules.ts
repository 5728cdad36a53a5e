// Decides which requests the service worker may cache. An allow list: everything else is never
// stored.

import { isFeed, signOutPaths } from './cache-names.ts';

interface CacheRequest {
  method: string;
  mode: string;
  destination: string;
  url: string;
  referrer: string;
}

/**
 * - `screen`: network; offline the cached feed or the offline page.
 * - `asset`: content-hashed, so the cached copy is never outdated.
 * - `picture`: network; those of the feed are cached for reading it offline.
 * - `sign-out`: left to the browser, but clears the private caches.
 */
export type RequestKind = 'screen' | 'asset' | 'picture' | 'sign-out' | 'none';

/** Paths that a browser may open as a page but are none: files, calls, the stream. */
const noScreens = /^\/(?:api|media|live|_astro)(?:\/|$)/;

export function getRequestKind(
  { method, mode, destination, url, referrer }: CacheRequest,
  origin: string,
): RequestKind {
  const { origin: requestOrigin, pathname } = new URL(url);
  if (requestOrigin !== origin) return 'none';
  if (method !== 'GET') return signOutPaths.includes(pathname) ? 'sign-out' : 'none';
  if (mode === 'navigate') return noScreens.test(pathname) ? 'none' : 'screen';
  if (pathname.startsWith('/_astro/')) return 'asset';
  const isPicture = destination === 'image' && /^\/(?:media|reactions)\//.test(pathname);
  return isPicture && isFeed(referrer, origin) ? 'picture' : 'none';
}

/** The built files that a page references in links, scripts and islands. */
export const findAssets = (html: string): string[] => [
  ...new Set(html.match(/\/_astro\/[\w.@~-]+\.(?:css|js|svg)/g)),
];

/** The built files that a built script imports. */
export const findImports = (script: string): string[] => {
  const found = script.matchAll(/["'`]\.\/([\w.@~-]+\.js)["'`]/g);
  return [...new Set([...found].map(([, name]) => `/_astro/${name}`))];
};

/** Lifetime of an idle session. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

export const cachedAtHeader = 'hearth-kept-at';

export const isTooOld = (cachedAt: string | null, now: number): boolean =>
  cachedAt === null || !(now - Date.parse(cachedAt) < maxAge);

/** Marks a cached page with the time it was cached. */
export const markAsCached = (html: string, at: string): string =>
  html.replace('<html ', `<html data-kept="${at}" `);
