import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { notFound } from '#server/errors.ts';
import { sendFile, type SentFile } from '#server/media-files.ts';
import { drawCard, makeJpeg } from '#server/pictures/pictures.ts';
import type { CardWords } from '#server/pictures/task.ts';
import { storage } from '#server/storage/storage.ts';
import { workFolder } from '#server/uploads/work-folder.ts';

// Pictures for link previews: JPEG, because many readers take no WebP. Made when they are first asked
// for, and kept for a while, since a shared link is read by many at once.

const maxBytes = 8 * 1024 * 1024;
const kept = new Map<string, Buffer>();
const making = new Map<string, Promise<Buffer>>();
let bytes = 0;

function keep(key: string, picture: Buffer) {
  kept.set(key, picture);
  bytes += picture.length;
  for (const [oldest, { length }] of kept) {
    if (bytes <= maxBytes) return;
    kept.delete(oldest);
    bytes -= length;
  }
}

/** The kept picture, or a new one; asked for twice at once it is made once. */
function once(key: string, draw: (folder: string) => Promise<void>): Promise<Buffer> {
  const found = kept.get(key);
  if (found) return Promise.resolve(found);
  const running = making.get(key);
  if (running) return running;
  const work = drawInFolder(draw)
    .then((picture) => {
      keep(key, picture);
      return picture;
    })
    .finally(() => making.delete(key));
  making.set(key, work);
  return work;
}

async function drawInFolder(draw: (folder: string) => Promise<void>): Promise<Buffer> {
  const folder = await workFolder();
  try {
    await draw(folder.path);
    return await readFile(join(folder.path, 'preview.jpg'));
  } finally {
    await folder.remove();
  }
}

/** A card with these words. */
export const cardOf = (key: string, words: CardWords): Promise<Buffer> =>
  once(`card ${key}`, (folder) => drawCard(words, folder));

async function copyFromStorage(name: string, to: string): Promise<void> {
  const opened = await (await storage()).open(name);
  if (opened === undefined || opened === 'unmet') throw notFound();
  await pipeline(opened.stream, createWriteStream(to, { mode: 0o600 }));
}

/** Sends a stored file, or a picture as a JPEG. The caller has checked access. */
export const sendMedia = (req: IncomingMessage, res: ServerResponse, file: SentFile) =>
  (file.jpeg ? sendAsJpeg : sendFile)(req, res, file);

async function sendAsJpeg(
  req: IncomingMessage,
  res: ServerResponse,
  { name, etag, cacheControl, headers: own, jpeg }: SentFile,
): Promise<void> {
  const frame = jpeg?.size && `${jpeg.size.width}x${jpeg.size.height}`;
  const picture = await once(`${name} ${frame ?? ''}`, async (folder) => {
    const input = join(folder, 'stored.webp');
    await copyFromStorage(name, input);
    await makeJpeg({ input, kind: 'webp', folder, size: jpeg?.size });
  });
  const tag = etag.replace(/"$/, `-jpeg${frame ?? ''}"`);
  const headers = {
    ...own,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': cacheControl,
    'content-type': 'image/jpeg',
    etag: tag,
  };
  if (req.headers['if-none-match']?.includes(tag)) return void res.writeHead(304, headers).end();
  res.writeHead(200, { ...headers, 'content-length': picture.length });
  res.end(req.method === 'HEAD' ? undefined : picture);
}
