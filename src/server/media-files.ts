import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { env } from './env.ts';
import { notFound } from './errors.ts';

/** Where pictures and videos lie: `public/` for avatars and covers, else `ab/abcdef…/` by content hash. */
export const mediaFolder = () => resolve(env().DATA_DIR, 'media');

export const contentFile = (hash: string, name: string) => join(mediaFolder(), hash.slice(0, 2), hash, name);

/** The one byte range of a Range header; null when it cannot be met, undefined when there is none. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start <= end && start < size ? { start, end } : null;
}

/**
 * Streams a stored file with its own closed policy. The caller has decided that the viewer may have it.
 * @param cacheControl `private, max-age=300` for checked files, immutable for content-hashed public ones
 */
export async function sendFile(req: IncomingMessage, res: ServerResponse, file: { path: string; type: string; etag: string; cacheControl: string }) {
  const found = await stat(file.path).catch(() => undefined);
  if (!found?.isFile()) throw notFound();
  const headers: Record<string, string | number> = {
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': file.cacheControl,
    'content-type': file.type,
    'accept-ranges': 'bytes',
    etag: file.etag,
  };
  if (req.headers['if-none-match']?.includes(file.etag)) return void res.writeHead(304, headers).end();
  const range = rangeOf(req.headers.range, found.size);
  if (range === null) return void res.writeHead(416, { ...headers, 'content-range': `bytes */${found.size}` }).end();
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  headers['content-length'] = found.size === 0 ? 0 : end - start + 1;
  if (range) headers['content-range'] = `bytes ${start}-${end}/${found.size}`;
  res.writeHead(range ? 206 : 200, headers);
  if (req.method === 'HEAD' || found.size === 0) return void res.end();
  const stream = createReadStream(file.path, { start, end });
  stream.on('error', () => res.destroy());
  res.on('close', () => stream.destroy());
  stream.pipe(res);
}
