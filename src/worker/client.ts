// The pages' side of the service worker.
import { feedPath, isFeed, isPrivateCache } from './cache-names.ts';

/** Registers the site's one service worker, or finds it registered. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  // The worker calls the site as this page does, under the same name of the client application.
  const consumer = document.querySelector<HTMLMetaElement>('meta[name="consumer"]')?.content ?? '';
  return navigator.serviceWorker.register(
    `/service-worker.js?consumer=${encodeURIComponent(consumer)}`,
  );
}

/** Without a secure connection there are no caches. */
const cachesHere = (): CacheStorage | undefined => globalThis.caches;

/** Deletes what the worker keeps for members. */
export async function deletePrivateCaches(): Promise<void> {
  const names = (await cachesHere()?.keys()) ?? [];
  await Promise.all(names.filter(isPrivateCache).map((name) => caches.delete(name)));
}

/** Whether that address can be opened without a network: the feed, once it was kept. */
export async function isKept(url: string): Promise<boolean> {
  return (
    isFeed(url, location.origin) &&
    Boolean(await cachesHere()?.match(feedPath, { ignoreVary: true }))
  );
}
