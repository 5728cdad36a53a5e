import { createHash } from 'node:crypto';

interface XmlOptions {
  /**
   * Cache lifetime; 0 means revalidate each time, as for everything that contains members' words.
   */
  seconds: number;
  type?: string;
}

/** Sends a public XML document, or 304 if the reader has it already. */
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
