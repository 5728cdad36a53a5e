import { createHash } from 'node:crypto';

interface TextOptions {
  type: string;
  cacheControl: string;
}

/** Sends a document that other sites and programs read, or 304 if the reader has it already. */
export function textAnswer(
  request: Request,
  text: string,
  { type, cacheControl }: TextOptions,
): Response {
  // Weak: compressed forms carry the same tag.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = {
    etag,
    'cache-control': cacheControl,
    'cross-origin-resource-policy': 'cross-origin',
  };
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.some((one) => one === '*' || one === etag || `W/${one}` === etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } });
}
