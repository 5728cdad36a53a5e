// Decides what the service worker may keep. It is a list of what is kept: everything else is never
// stored.

import { isFeed } from './cache-names.ts';

interface Asked {
  method: string;
  mode: string;
  destination: string;
  url: string;
  referrer: string;
}

/**
 * - `screen`: from the network; offline the kept feed or the offline page.
 * - `asset`: named by its content, so the kept copy is never old.
 * - `picture`: from the network; those of the feed are kept for reading it offline.
 * - `sign-out`: left to the browser, but ends what is kept.
 */
export type Handling = 'screen' | 'asset' | 'picture' | 'sign-out' | 'none';

const signOutPaths = [
  '/logout',
  '/api/rest/logout',
  '/profile/settings/delete-account',
  '/api/rest/members/settings/delete',
];
/** Addresses that a browser may open as a page and that are none: files, calls, the stream. */
const noScreens = /^\/(?:api|media|live|_astro)(?:\/|$)/;

export function handlingOf(
  { method, mode, destination, url, referrer }: Asked,
  origin: string,
): Handling {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return 'none';
  if (method !== 'GET') return signOutPaths.includes(pathname) ? 'sign-out' : 'none';
  if (mode === 'navigate') return noScreens.test(pathname) ? 'none' : 'screen';
  if (pathname.startsWith('/_astro/')) return 'asset';
  const isPicture = destination === 'image' && /^\/(?:media|reactions)\//.test(pathname);
  return isPicture && isFeed(referrer, origin) ? 'picture' : 'none';
}

/** The built files that a page names, in links, scripts and islands. */
export const assetsIn = (html: string): string[] => [
  ...new Set(html.match(/\/_astro\/[\w.@~-]+\.(?:css|js)/g)),
];

/** The built files that a built script imports. */
export const importsIn = (script: string): string[] => {
  const found = script.matchAll(/["'`]\.\/([\w.@~-]+\.js)["'`]/g);
  return [...new Set([...found].map(([, name]) => `/_astro/${name}`))];
};

/** As long as a session may rest. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

export const keptAtHeader = 'hearth-kept-at';

export const isTooOld = (keptAt: string | null, now: number): boolean =>
  keptAt === null || !(now - Date.parse(keptAt) < keptFor);

/** The page as it is kept: it says of itself when it was made. */
export const markAsKept = (html: string, at: string): string =>
  html.replace('<html ', `<html data-kept="${at}" `);
