// What the service worker and the pages call the caches.

/** The one screen that can be read offline. */
export const feedPath = '/home';
export const offlinePath = '/offline';

const publicPrefix = 'public-';
const privatePrefix = 'private-';

export const publicCache = (build: string) => publicPrefix + build;
/** Bound to the member: another member's is never read, and it goes with the sign-out. */
export const privateCache = (memberId: string) => privatePrefix + memberId;
export const isPrivateCache = (name: string) => name.startsWith(privatePrefix);

/**
 * Public caches to delete when a new build takes over; the one before stays for pages that are
 * still open.
 */
export const outdatedCaches = (names: string[]): string[] =>
  names.filter((name) => name.startsWith(publicPrefix)).slice(0, -2);

/** Whether the address is that of the feed, without a filter. */
export function isFeed(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: asked, pathname, search } = new URL(url);
  return asked === origin && pathname === feedPath && search === '';
}
