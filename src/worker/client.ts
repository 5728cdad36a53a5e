// Used by pages to talk to the service worker.
import { feedPath, isFeed, isPrivateCache, privateCache } from './cache-names.ts';

/** Registers the service worker, unless it is already. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  // The worker calls the REST interface as the same client application.
  const consumer = document.querySelector<HTMLMetaElement>('meta[name="consumer"]')?.content ?? '';
  return navigator.serviceWorker.register(
    `/service-worker.js?consumer=${encodeURIComponent(consumer)}`,
  );
}

/** Caches need a secure context. */
const getCaches = (): CacheStorage | undefined => globalThis.caches;

/** Deletes the worker's caches for members, but that of `member`. */
export async function deletePrivateCaches(member?: string): Promise<void> {
  const names = (await getCaches()?.keys()) ?? [];
  const others = names.filter(
    (name) => isPrivateCache(name) && !(member && name === privateCache(member)),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Whether that URL can be opened offline: the feed, once it was cached. */
export async function isCached(url: string): Promise<boolean> {
  return (
    isFeed(url, location.origin) &&
    Boolean(await getCaches()?.match(feedPath, { ignoreVary: true }))
  );
}
