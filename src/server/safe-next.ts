// eslint-disable-next-line no-control-regex
const plainPath = /^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/;

/**
 * Where to go after log-in: the wanted path if it is one of ours, else `fallback`. One leading
 * slash, parsed as a browser would, still ours afterwards; no backslash and no control character,
 * which browsers read in their own ways.
 */
export function safeNext(wanted: unknown, fallback = '/home'): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || !plainPath.test(wanted))
    return fallback;
  const base = 'http://our.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  if (origin !== base || pathname.startsWith('//')) return fallback;
  // Coming back to these would log in or out again.
  return /^\/(login|logout|signup)(\/|$)/.test(pathname) ? fallback : pathname + search + hash;
}
