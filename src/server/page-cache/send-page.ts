import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  chooseEncoding,
  decode,
  encode,
  encodeBest,
  smallestFirst,
} from '#server/http/encodings.ts';
import type { CachedPage } from './entry-store.ts';

/** Result of a render for visitors. Pages without tags are not cacheable. */
export interface Rendered {
  status: number;
  headers: Array<[string, string]>;
  body: Buffer;
  tags: string[] | undefined;
  /** When its text changes without a change of what it shows, in milliseconds since 1970. */
  until?: number | undefined;
}

const plain = (cached: CachedPage) => decode(Buffer.from(cached.small, 'latin1'));

/** Counts the bytes of a further encoding of a cached page. */
type Grow = (cached: CachedPage, bytes: number) => void;

/** The body in this encoding, as a latin1 string. */
function textFor(cached: CachedPage, encoding: string | undefined, grow: Grow): string {
  cached.hits += 1;
  if (cached.hits >= 32 && !cached.isSmallest)
    cached.isSmallest = encodeBest(
      () => plain(cached),
      (better) => (cached.small = better.toString('latin1')),
    );
  if (encoding === 'br') return cached.small;
  let text = cached.forms.get(encoding ?? '');
  if (text === undefined) {
    const body = plain(cached);
    text = (encoding ? encode(encoding, body) : body).toString('latin1');
    // Clients without compression are rare and their pages large: kept where a page is asked again.
    if (!encoding && cached.hits === 1) return text;
    cached.forms.set(encoding ?? '', text);
    grow(cached, text.length);
  }
  return text;
}

/** Answers with a cached page, or that it has not changed. */
export function sendKept(
  req: IncomingMessage,
  res: ServerResponse,
  cached: CachedPage,
  grow: Grow,
) {
  if (req.headers['if-none-match']?.includes(cached.etag)) {
    res.writeHead(304, cached.headers as unknown as string[]);
    res.end();
    return;
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'], smallestFirst);
  const text = textFor(cached, encoding, grow);
  const headers = encoding
    ? [...cached.headers, 'content-encoding', encoding]
    : [...cached.headers];
  headers.push('content-length', String(text.length));
  res.writeHead(200, headers);
  if (req.method === 'HEAD') res.end();
  else res.end(text, 'latin1');
}

/** Answers with a page that is not cached. */
export function sendRendered(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Rendered,
  commonHeaders: Rendered['headers'],
) {
  for (const [name, value] of [...commonHeaders, ...headers]) res.setHeader(name, value);
  res.setHeader('content-length', body.length);
  res.writeHead(status);
  res.end(req.method === 'HEAD' ? undefined : body);
}
