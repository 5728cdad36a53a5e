import { feedPath, isFeed, isPrivateCache, privateCache } from './cache-names.ts';
import { isTooOld, keptAtHeader, markAsKept } from './cache.rules.ts';
import { scope } from './scope.ts';

const maxPictures = 60;
const maxPictureBytes = 1_000_000;

/** Raised by every sign-out: what was under way before it is not kept. */
let session = 0;
let keeping: Promise<void> = Promise.resolve();

/** Deletes what is kept for members, except for that one. */
export async function deletePrivateCaches(except?: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => isPrivateCache(name) && name !== except);
  await Promise.all(others.map((name) => caches.delete(name)));
}

export function endSession(): Promise<void> {
  session += 1;
  return deletePrivateCaches();
}

/**
 * Looks at a screen that the network brought: whoever it was made for is the only one whose copies
 * stay.
 */
export function noteScreen(response: Response): Promise<void> {
  const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html');
  if (!isPage) return Promise.resolve();
  const member = response.headers.get('hearth-member');
  if (!member) return endSession();
  const name = privateCache(member);
  const others = deletePrivateCaches(name);
  if (!isFeed(response.url, scope.location.origin)) return others;
  // At once, before the page reads it.
  const copy = response.clone();
  keeping = others.then(() => keepFeed(name, copy)).catch(() => undefined);
  return keeping;
}

async function keepFeed(name: string, response: Response): Promise<void> {
  const before = session;
  const html = await response.text();
  const at = new Date().toISOString();
  const headers = new Headers(response.headers);
  // The body is stored as text, not as it was sent.
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(keptAtHeader, at);
  if (before !== session) return;
  const cache = await caches.open(name);
  await cache.put(feedPath, new Response(markAsKept(html, at), { headers }));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== feedPath && !html.includes(pathname)) await cache.delete(request);
  }
  if (before !== session) await caches.delete(name);
}

/** The last feed, while it is not too old to be shown. */
export async function readKeptFeed(): Promise<Response | undefined> {
  const name = (await caches.keys()).find(isPrivateCache);
  if (!name) return undefined;
  const cache = await caches.open(name);
  const kept = await cache.match(feedPath, { ignoreVary: true });
  if (!kept || !isTooOld(kept.headers.get(keptAtHeader), Date.now())) return kept;
  await caches.delete(name);
  return undefined;
}

/** Keeps a picture of the feed, as far as there is room. */
export function keepPicture(request: Request, response: Response): Promise<void> {
  const isSmall = Number(response.headers.get('content-length') ?? Infinity) <= maxPictureBytes;
  if (response.status !== 200 || !isSmall) return Promise.resolve();
  return storePicture(request, response.clone()).catch(() => undefined);
}

async function storePicture(request: Request, response: Response): Promise<void> {
  const before = session;
  await keeping;
  const name = (await caches.keys()).find(isPrivateCache);
  if (!name) return;
  const cache = await caches.open(name);
  if ((await cache.keys()).length > maxPictures) return;
  await cache.put(request, response);
  if (before !== session) await caches.delete(name);
}
