import { createHash } from 'node:crypto';

interface XmlOptions {
  /**
   * How long anyone may keep it; with 0 they ask again each time, as for everything that carries
   * members' words.
   */
  seconds: number;
  type?: string;
}

/**
 * An XML document for every reader on the web; one that the reader has already is not sent again.
 */
export function xmlAnswer(
  request: Request,
  body: string,
  { seconds, type = 'application/xml' }: XmlOptions,
): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
  // Weak: compressed forms carry the same tag.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = {
    etag,
    'cache-control': `public, max-age=${seconds}${seconds ? '' : ', must-revalidate'}`,
    'cross-origin-resource-policy': 'cross-origin',
  };
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.some((one) => one === '*' || one === etag || `W/${one}` === etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } });
}
