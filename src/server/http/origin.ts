import type { IncomingMessage } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether an unsafe request may proceed (security.md section 5). Browsers say where a request comes
 * from; a sender that says nothing is no browser, holds no ambient cookies, and passes.
 */
export function isOwnRequest(
  req: IncomingMessage,
  ownOrigin: string | undefined,
  nativeOrigins: string[],
): boolean {
  if (safeMethods.has(req.method ?? 'GET')) return true;
  const { origin, host, cookie } = req.headers;
  if (origin !== undefined && nativeOrigins.includes(origin)) return cookie === undefined;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  if (ownOrigin !== undefined) return origin === ownOrigin;
  return origin === `http://${host}` || origin === `https://${host}`;
}
