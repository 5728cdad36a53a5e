import { memberCookie, memberHeader } from '#lib/served-member.ts';
import { feedPath, isFeed, isPrivateCache, privateCache } from './cache-names.ts';
import { cachedAtHeader, isTooOld, markAsCached } from './cache.rules.ts';
import { scope } from './scope.ts';

const maxPictures = 60;
const maxPictureBytes = 1_000_000;

/** Incremented by every sign-out and change of member: responses requested before are not cached. */
let session = 0;
let lastMember: string | undefined;
let pendingFeed: Promise<void> = Promise.resolve();
let pendingEnd: Promise<void> = Promise.resolve();

/** Deletes the private caches of all members but `except`. */
export async function deletePrivateCaches(except?: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => isPrivateCache(name) && name !== except);
  await Promise.all(others.map((name) => caches.delete(name)));
}

export function endSession(): Promise<void> {
  session += 1;
  pendingEnd = deletePrivateCaches();
  return pendingEnd;
}

/** Inspects a screen from the network: only the private cache of its member stays. */
export function trackScreen(response: Response): Promise<void> {
  const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html');
  if (!isPage) return Promise.resolve();
  const member = response.headers.get(memberHeader);
  if (!member) return endSession();
  if (lastMember !== undefined && member !== lastMember) session += 1;
  lastMember = member;
  const name = privateCache(member);
  const others = deletePrivateCaches(name);
  if (!isFeed(response.url, scope.location.origin)) return others;
  // Cloned at once, before the page reads it.
  const copy = response.clone();
  const before = session;
  pendingFeed = others.then(() => cacheFeed(name, copy, before)).catch(() => undefined);
  return pendingFeed;
}

async function cacheFeed(name: string, response: Response, before: number): Promise<void> {
  const html = await response.text();
  const at = new Date().toISOString();
  const headers = new Headers(response.headers);
  // The body is stored decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(cachedAtHeader, at);
  if (before !== session) return;
  const cache = await caches.open(name);
  await cache.put(feedPath, new Response(markAsCached(html, at), { headers }));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== feedPath && !html.includes(pathname)) await cache.delete(request);
  }
  if (before !== session) await caches.delete(name);
}

/** The cache of whoever is signed in; the only one where workers cannot read cookies. */
async function findOwnCache(): Promise<string | undefined> {
  const names = (await caches.keys()).filter(isPrivateCache);
  if (!scope.cookieStore) return names[0];
  const hint = await scope.cookieStore.get(memberCookie(scope.location.protocol === 'https:'));
  return names.find((name) => name === privateCache(hint?.value ?? ''));
}

/** The last feed, unless it is too old. */
export async function readCachedFeed(): Promise<Response | undefined> {
  const name = await findOwnCache();
  if (!name) return undefined;
  const cache = await caches.open(name);
  const cached = await cache.match(feedPath, { ignoreVary: true });
  if (!cached || !isTooOld(cached.headers.get(cachedAtHeader), Date.now())) return cached;
  await caches.delete(name);
  return undefined;
}

/** Caches a picture of the feed, up to a limit. */
export function cachePicture(request: Request, response: Response): Promise<void> {
  const isSmall = Number(response.headers.get('content-length') ?? Infinity) <= maxPictureBytes;
  if (response.status !== 200 || !isSmall) return Promise.resolve();
  return storePicture(request, response.clone()).catch(() => undefined);
}

async function storePicture(request: Request, response: Response): Promise<void> {
  const before = session;
  // Otherwise a cache that is being deleted would be found, and created again.
  await pendingEnd;
  await pendingFeed;
  const name = await findOwnCache();
  if (!name || before !== session) return;
  const cache = await caches.open(name);
  if ((await cache.keys()).length > maxPictures) return;
  await cache.put(request, response);
  if (before !== session) await caches.delete(name);
}
