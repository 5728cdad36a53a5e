/**
 * Why somebody is asked to log in. The address carries the code alone; the log-in page has the
 * words.
 */
export const loginReasons = {
  ended: 'Your session has ended. Log in to go on where you were.',
  like: 'Log in to like this post.',
  comment: 'Log in to write a comment.',
  share: 'Log in to share this post, or pass its link on:',
  hashtag: 'Log in to see the posts with this hashtag.',
} as const;
export type LoginReason = keyof typeof loginReasons;

/** The log-in page, which leads back to `next`. */
export const loginPath = (next: string, reason?: LoginReason): string =>
  `/login?next=${encodeURIComponent(next)}${reason ? `&why=${reason}` : ''}`;

/** The reason in an address, if it is one of ours. A hashtag is known by where it leads. */
export function loginReason(code: string | null, next: string): LoginReason | undefined {
  if (code !== null && Object.hasOwn(loginReasons, code)) return code as LoginReason;
  return /^\/home\?(?:.*&)?hashtag=./.test(next) ? 'hashtag' : undefined;
}
