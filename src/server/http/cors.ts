import type { IncomingMessage, ServerResponse } from 'node:http';

const mayBeSent =
  'accept, content-type, idempotency-key, oauth_consumer_key, oauth_consumer_secret, oauth_token, oauth_secret';

/**
 * Lets the web views of listed native apps read what the calls answer, and files (security.md
 * section 5). Never with cookies: nothing that a browser holds counts for them. True when it only
 * asked whether it may send, which is answered then.
 */
export function handleCors(
  req: IncomingMessage,
  res: ServerResponse,
  nativeOrigins: string[],
): boolean {
  if (!nativeOrigins.length) return false;
  res.appendHeader('vary', 'origin');
  const { origin } = req.headers;
  if (origin === undefined || !nativeOrigins.includes(origin)) return false;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('access-control-expose-headers', 'retry-after');
  if (req.method !== 'OPTIONS') return false;
  res.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': mayBeSent,
    'access-control-max-age': '600',
  });
  res.end();
  return true;
}

/**
 * Lets other origins draw the pictures and videos that anybody gets who sends no cookie: link
 * previews and the web views of native apps. What cookies open cannot be embedded.
 */
export function allowCrossOriginMedia(req: IncomingMessage, res: ServerResponse) {
  if (req.headers.cookie === undefined)
    res.setHeader('cross-origin-resource-policy', 'cross-origin');
}
