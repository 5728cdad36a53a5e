import type { IncomingMessage, ServerResponse } from 'node:http';
import { storage, type ByteRange } from '#server/storage/storage.ts';
import { HttpError, notFound } from './errors.ts';

/** Storage name of a file that belongs to some content. */
export const contentFile = (hash: string, name: string) => `${hash.slice(0, 2)}/${hash}/${name}`;

type Asked = ByteRange | 'last' | undefined;

/** The single byte range of a Range header; undefined if we cannot serve one. */
function toRange(header: string | undefined): { asked: Asked; last: number } {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return { asked: undefined, last: 0 };
  if (!match[1]) return { asked: 'last', last: Number(match[2]) };
  return {
    asked: { start: Number(match[1]), end: match[2] ? Number(match[2]) : undefined },
    last: 0,
  };
}

export interface SentFile {
  /** In the storage. */
  name: string;
  type: string;
  etag: string;
  /** How long a cached copy may be shown after access has ended. */
  cacheControl: string;
  headers?: Record<string, string>;
  /** Sent if this one does not exist. */
  otherwise?: SentFile;
  /** Sent as a JPEG, cut to the size if one is given (preview-pictures.ts). */
  jpeg?: { size?: { width: number; height: number } | undefined };
}

/** Streams a stored file with a strict policy. The caller has checked access. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { otherwise, ...file }: SentFile,
): Promise<void> {
  try {
    await send(req, res, file);
  } catch (error) {
    if (!otherwise || !(error instanceof HttpError && error.code === 'no_record')) throw error;
    await sendFile(req, res, otherwise);
  }
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { name, type, etag, cacheControl, headers: own }: SentFile,
) {
  const headers: Record<string, string | number> = {
    ...own,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': cacheControl,
    'content-type': type,
    'accept-ranges': 'bytes',
    etag,
  };
  const store = await storage();
  if (req.headers['if-none-match']?.includes(etag)) {
    if ((await store.sizeOf(name)) === undefined) throw notFound();
    return void res.writeHead(304, headers).end();
  }
  // A range of an older version would not match this file.
  const isSame = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  const { asked, last } = toRange(isSame ? req.headers.range : undefined);
  const isHead = req.method === 'HEAD';
  const unmet = (size: number) =>
    void res
      .writeHead(416, { ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 })
      .end();
  const size = asked !== undefined || isHead ? await store.sizeOf(name) : undefined;
  if ((asked !== undefined || isHead) && size === undefined) throw notFound();
  if (asked === 'last' && last === 0) return unmet(size!);
  const range = asked === 'last' ? { start: Math.max(0, size! - last) } : asked;
  if (isHead && !range)
    return void res.writeHead(200, { ...headers, 'content-length': size! }).end();

  const opened = await store.open(name, range);
  if (opened === undefined) throw notFound();
  if (opened === 'unmet') return unmet(size!);
  const { stream, start, end } = opened;
  headers['content-length'] = opened.size === 0 ? 0 : end - start + 1;
  if (range) headers['content-range'] = `bytes ${start}-${end}/${opened.size}`;
  res.writeHead(range ? 206 : 200, headers);
  // It may have been closed while the store was asked.
  if (res.destroyed) return void stream.destroy();
  res.on('close', () => stream.destroy());
  stream.on('error', () => res.destroy());
  if (isHead || opened.size === 0) {
    stream.destroy();
    return void res.end();
  }
  stream.pipe(res);
}
