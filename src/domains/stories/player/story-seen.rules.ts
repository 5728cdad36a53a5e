import { isId } from '#lib/url-numbers.ts';

/** Cookie of the specification with the stories seen on this device, for the rings. */
export const seenCookie = 'story-seen';
export const seenDays = 7;
/** A cookie holds about four kilobytes. */
const maxIds = 200;

/**
 * Ids from the cookie's value. It starts with the member's id, so that another member on the device
 * starts empty.
 */
export function seenIds(text: string | undefined, memberId: number): number[] {
  const [owner, ...ids] = (text ?? '').split('.');
  if (Number(owner) !== memberId) return [];
  return ids.filter(isId).slice(-maxIds).map(Number);
}

/** Adds a story to the cookie's value. */
export const withSeen = (text: string | undefined, memberId: number, storyId: number): string =>
  [
    memberId,
    ...[...seenIds(text, memberId).filter((id) => id !== storyId), storyId].slice(-maxIds),
  ].join('.');

/** Value of a cookie in a Cookie header or in `document.cookie`. */
export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  const found = (cookies ?? '').split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

export const seenIn = (cookies: string | undefined, memberId: number): number[] =>
  seenIds(cookieValue(cookies, seenCookie), memberId);
