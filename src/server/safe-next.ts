// eslint-disable-next-line no-control-regex
const plainPath = /^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/;

/**
 * The path to open after log-in: the wanted one if it is ours, else `fallback`. Requires one
 * leading slash and that the parsed URL is still ours; no backslashes or control characters, which
 * browsers interpret in their own ways.
 */
export function safeNext(wanted: unknown, fallback = '/home'): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || !plainPath.test(wanted))
    return fallback;
  const base = 'http://our.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  if (origin !== base || pathname.startsWith('//')) return fallback;
  // Returning to these would log in or out again.
  return /^\/(login|logout|signup)(\/|$)/.test(pathname) ? fallback : pathname + search + hash;
}
