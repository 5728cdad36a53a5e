// Cache names of the service worker and the pages.

/** The only screen that can be read offline. */
export const feedPath = '/home';
export const offlinePath = '/offline';

/** Forms and calls that end the session of this browser. */
export const signOutPaths = [
  '/logout',
  '/api/rest/logout',
  '/profile/settings/delete-account',
  '/api/rest/members/settings/delete',
];

const publicPrefix = 'public-';
const privatePrefix = 'private-';

export const publicCache = (build: string) => publicPrefix + build;
/** Bound to the member: another member's is never read, and sign-out deletes it. */
export const privateCache = (memberId: string) => privatePrefix + memberId;
export const isPrivateCache = (name: string) => name.startsWith(privatePrefix);

/** Public caches to delete when a new build takes over; the previous one stays for open pages. */
export const outdatedCaches = (names: string[]): string[] =>
  names.filter((name) => name.startsWith(publicPrefix)).slice(0, -2);

/** Whether the URL is the feed without a filter. */
export function isFeed(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: requestOrigin, pathname, search } = new URL(url);
  return requestOrigin === origin && pathname === feedPath && search === '';
}
