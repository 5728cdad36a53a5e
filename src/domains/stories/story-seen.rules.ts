import { isId } from '#lib/url-numbers.ts';

/**
 * The cookie of the specification: stories that were opened on this device, for the ring around
 * their owner.
 */
export const seenCookie = 'story-seen';
export const seenDays = 7;
/** A cookie has room for some four kilobytes. */
const most = 200;

/**
 * Ids from the cookie's text. It begins with whose they are: another member at the same device has
 * seen nothing.
 */
export function seenIds(text: string | undefined, memberId: number): number[] {
  const [owner, ...ids] = (text ?? '').split('.');
  if (Number(owner) !== memberId) return [];
  return ids.filter(isId).slice(-most).map(Number);
}

/** The cookie's text with one more. */
export const withSeen = (text: string | undefined, memberId: number, storyId: number): string =>
  [
    memberId,
    ...[...seenIds(text, memberId).filter((id) => id !== storyId), storyId].slice(-most),
  ].join('.');

/** The value of one cookie in a Cookie header or in `document.cookie`. */
export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  const found = (cookies ?? '').split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

export const seenIn = (cookies: string | undefined, memberId: number): number[] =>
  seenIds(cookieValue(cookies, seenCookie), memberId);
