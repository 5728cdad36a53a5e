/** Reasons for asking to log in. The URL carries the code only; the log-in page has the texts. */
export const loginReasons = {
  ended: 'Your session has ended. Log in to continue where you left off.',
  like: 'Log in to like this post.',
  comment: 'Log in to write a comment.',
  share: 'Log in to share this post, or copy its link:',
  hashtag: 'Log in to see the posts with this hashtag.',
} as const;
export type LoginReason = keyof typeof loginReasons;

/** Path of the log-in page, which returns to `next`. */
export const loginPath = (next: string, reason?: LoginReason): string =>
  `/login?next=${encodeURIComponent(next)}${reason ? `&why=${reason}` : ''}`;

/** The reason from a URL, if it is a known one. A hashtag is recognised by the target. */
export function loginReason(code: string | null, next: string): LoginReason | undefined {
  if (code !== null && Object.hasOwn(loginReasons, code)) return code as LoginReason;
  return /^\/home\?(?:.*&)?hashtag=./.test(next) ? 'hashtag' : undefined;
}
