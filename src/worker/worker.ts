// The site's one service worker: the feed readable offline, and push. See
// docs/decisions/031-offline.md.
import { feedPath, isFeed, offlinePath, outdatedCaches, publicCache } from './cache-names.ts';
import { assetsIn, handlingOf, importsIn } from './cache.rules.ts';
import { endSession, keepPicture, noteScreen, readKeptFeed } from './private-cache.ts';
import { openNotification, showPush } from './push.ts';
import { scope, type FetchEvent } from './scope.ts';

/** Names the build; put in by server/build/service-worker.mjs. */
declare const __BUILD__: string;

const assets = publicCache(__BUILD__);
const { origin } = scope.location;

/** The offline page, the files that it names, and what those import. */
async function install(): Promise<void> {
  const page = await fetch(offlinePath, { credentials: 'omit', cache: 'reload' });
  if (!page.ok) throw new Error(`The offline page answered ${page.status}`);
  const cache = await caches.open(assets);
  const files = new Set(assetsIn(await page.clone().text()));
  // A set goes on with what is added to it meanwhile.
  for (const file of files) {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file} answered ${response.status}`);
    await cache.put(file, response.clone());
    if (file.endsWith('.js'))
      for (const found of importsIn(await response.text())) files.add(found);
  }
  await cache.put(offlinePath, page);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of outdatedCaches(await caches.keys())) await caches.delete(name);
  // Else each screen would wait until the worker has started.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function screen(event: FetchEvent): Promise<Response> {
  const { request } = event;
  let response: Response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(request));
  } catch {
    const kept = isFeed(request.url, origin) ? await readKeptFeed() : undefined;
    return kept ?? (await caches.match(offlinePath, { ignoreVary: true })) ?? Response.error();
  }
  event.waitUntil(noteScreen(response));
  return response;
}

async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(keepAsset(request, response.clone()));
  return response;
}

const keepAsset = async (request: Request, response: Response) =>
  (await caches.open(assets)).put(request, response);

async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    event.waitUntil(keepPicture(request, response));
    return response;
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * The page that registered the worker was there before it: what it has loaded is kept as well, and
 * the feed.
 */
async function keepLoaded(files: string[]): Promise<void> {
  await noteScreen(await fetch(feedPath));
  for (const url of files) {
    const request = new Request(url, { referrer: feedPath });
    const handling = handlingOf({ ...asked(request), destination: 'image' }, origin);
    if (handling === 'asset' && !(await caches.match(request))) {
      const response = await fetch(request);
      if (response.ok) await keepAsset(request, response);
    }
    if (handling === 'picture') await keepPicture(request, await fetch(request));
  }
}

const asked = ({ method, mode, destination, url, referrer }: Request) => ({
  method,
  mode,
  destination,
  url,
  referrer,
});

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: string[] };
  if (keep) event.waitUntil(keepLoaded(keep).catch(() => undefined));
});
scope.addEventListener('push', (event) => event.waitUntil(showPush(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));

scope.addEventListener('fetch', (event) => {
  const handling = handlingOf(asked(event.request), origin);
  if (handling === 'screen') event.respondWith(screen(event));
  if (handling === 'asset') event.respondWith(asset(event));
  if (handling === 'picture') event.respondWith(picture(event));
  if (handling === 'sign-out') event.waitUntil(endSession());
});
