import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { visitor, type Viewer } from '#domains/policy/viewer.ts';
import { findVisibleMedia } from '#domains/posts/post-media.server.ts';
import { notFound, Refusal } from './errors.ts';
import { contentFile, mediaFolder, sendFile } from './media-files.ts';

const types = { avif: 'image/avif', webp: 'image/webp' } as const;
const publicName = /^\/media\/public\/([0-9a-f]{32})\.webp$/;
const checkedName = /^\/media\/([1-9]\d{0,15})\/(\d{2,5}|original)\.(avif|webp)$/;

export const isMediaPath = (path: string) => path.startsWith('/media/');

async function viewerOf(req: IncomingMessage): Promise<Viewer> {
  try {
    return await readViewer({ headers: req.headers, fields: {} });
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return visitor;
    throw error;
  }
}

/** Avatars and covers are public and never change under their name; every other file is checked on every request. */
export async function serveMedia(req: IncomingMessage, res: ServerResponse, path: string) {
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new Refusal('invalid_method', 'Files can only be read.');
  const open = publicName.exec(path);
  if (open) {
    const name = `${open[1]}.webp`;
    return sendFile(req, res, { path: join(mediaFolder(), 'public', name), type: types.webp, etag: `"${open[1]}"`, cacheControl: 'public, max-age=31536000, immutable' });
  }
  const checked = checkedName.exec(path);
  if (!checked) throw notFound();
  const [, id, width, extension] = checked as unknown as [string, string, string, keyof typeof types];
  const found = await findVisibleMedia(await viewerOf(req), Number(id));
  if (!found || (width !== 'original' && !found.widths.includes(Number(width)))) throw notFound();
  const name = `${width}.${extension}`;
  return sendFile(req, res, {
    path: contentFile(found.contentHash, name),
    type: types[extension],
    etag: `"${found.contentHash.slice(0, 24)}-${name}"`,
    cacheControl: 'private, max-age=300',
  });
}
