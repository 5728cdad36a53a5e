// The service worker: offline feed and push. See docs/decisions/031-offline.md.
import { feedPath, isFeed, offlinePath, outdatedCaches, publicCache } from './cache-names.ts';
import { findAssets, findImports, getRequestKind } from './cache.rules.ts';
import { cachePicture, endSession, readCachedFeed, trackScreen } from './private-cache.ts';
import { openNotification, showPush } from './push.ts';
import { scope, type FetchEvent } from './scope.ts';

/** The build id; inserted by app/build/service-worker.mjs. */
declare const __BUILD__: string;

const assets = publicCache(__BUILD__);
const { origin } = scope.location;

/** Caches the offline page, its files and their imports. */
async function install(): Promise<void> {
  const page = await fetch(offlinePath, { credentials: 'omit', cache: 'reload' });
  if (!page.ok) throw new Error(`The offline page answered ${page.status}`);
  const cache = await caches.open(assets);
  const files = new Set(findAssets(await page.clone().text()));
  // Iterating a set includes elements added meanwhile.
  for (const file of files) {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file} answered ${response.status}`);
    await cache.put(file, response.clone());
    if (file.endsWith('.js'))
      for (const found of findImports(await response.text())) files.add(found);
  }
  await cache.put(offlinePath, page);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of outdatedCaches(await caches.keys())) await caches.delete(name);
  // Otherwise each screen would wait for the worker to start.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function screen(event: FetchEvent): Promise<Response> {
  const { request } = event;
  let response: Response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(request));
  } catch {
    const cached = isFeed(request.url, origin) ? await readCachedFeed() : undefined;
    return cached ?? (await caches.match(offlinePath, { ignoreVary: true })) ?? Response.error();
  }
  event.waitUntil(trackScreen(response));
  return response;
}

async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(cacheAsset(request, response.clone()));
  return response;
}

const cacheAsset = async (request: Request, response: Response) =>
  (await caches.open(assets)).put(request, response);

async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    event.waitUntil(cachePicture(request, response));
    return response;
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

/** The page that registered the worker loaded before it: caches its files and the feed. */
async function cacheLoadedFiles(files: string[]): Promise<void> {
  // Nobody looks at it yet, so its ads do not count.
  await trackScreen(await fetch(feedPath, { headers: { purpose: 'prefetch' } }));
  for (const url of files) {
    const request = new Request(url, { referrer: feedPath });
    const handling = getRequestKind({ ...toCacheRequest(request), destination: 'image' }, origin);
    if (handling === 'asset' && !(await caches.match(request))) {
      const response = await fetch(request);
      if (response.ok) await cacheAsset(request, response);
    }
    if (handling === 'picture') await cachePicture(request, await fetch(request));
  }
}

const toCacheRequest = ({ method, mode, destination, url, referrer }: Request) => ({
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
  if (keep) event.waitUntil(cacheLoadedFiles(keep).catch(() => undefined));
});
scope.addEventListener('push', (event) => event.waitUntil(showPush(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));

scope.addEventListener('fetch', (event) => {
  const handling = getRequestKind(toCacheRequest(event.request), origin);
  if (handling === 'screen') event.respondWith(screen(event));
  if (handling === 'asset') event.respondWith(asset(event));
  if (handling === 'picture') event.respondWith(picture(event));
  if (handling === 'sign-out') event.waitUntil(endSession());
});
