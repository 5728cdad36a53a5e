import type { IncomingMessage, ServerResponse } from 'node:http';

const mayBeSent =
  'accept, content-type, idempotency-key, oauth_consumer_key, oauth_consumer_secret, oauth_token, oauth_secret';

/**
 * Allows web views of listed native apps to read call results and files (security.md section 5).
 * Never with cookies: they are ignored for these. Returns true after answering a preflight request.
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
 * Allows other origins to embed the media that is public: link previews and web views of native
 * apps. Media that requires cookies cannot be embedded.
 */
export function allowCrossOriginMedia(req: IncomingMessage, res: ServerResponse) {
  if (req.headers.cookie === undefined)
    res.setHeader('cross-origin-resource-policy', 'cross-origin');
}
