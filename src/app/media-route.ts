import type { IncomingMessage, ServerResponse } from 'node:http';
import { findExport } from '#domains/archive/exports.server.ts';
import { findVisibleMedia, type ServedMedia } from '#domains/lightbox/visible-media.server.ts';
import { isPictureVisible } from '#domains/media/public-pictures.server.ts';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { isMember, visitor, type Viewer } from '#domains/policy/viewer.ts';
import { avatarFile } from '#lib/avatar-sizes.ts';
import { HttpError, httpError, notFound } from '#server/errors.ts';
import { contentFile, sendFile } from '#server/media-files.ts';

const types = { avif: 'image/avif', webp: 'image/webp' } as const;
type Extension = keyof typeof types;

const publicName = /^\/media\/public\/([0-9a-f]{32})(?:-(48|96|192))?\.webp$/;
const videoName = /^\/media\/([1-9]\d{0,15})\/video$/;
const exportName = /^\/media\/export\/([1-9]\d{0,15})$/;
const pictureName = /^\/media\/([1-9]\d{0,15})\/(\d{2,5}|original)\.(avif|webp)$/;

export const isMediaPath = (path: string) => path.startsWith('/media/');

async function viewerOf(req: IncomingMessage): Promise<Viewer> {
  try {
    return await readViewer({ headers: req.headers, fields: {} });
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return visitor;
    throw error;
  }
}

/** The stored picture of that size, if any; for a video its poster. */
function findPicture(
  { kind, contentHash, posterHash, widths }: ServedMedia,
  size: string,
  extension: Extension,
) {
  const hash = kind === 'video' ? posterHash : contentHash;
  const exists = size === 'original' ? extension === 'webp' : widths.includes(Number(size));
  return hash && exists
    ? { hash, file: `${size}.${extension}`, type: types[extension] }
    : undefined;
}

/** Sends an archive of a member's data to that member only, uncached. */
async function sendExport(req: IncomingMessage, res: ServerResponse, id: number) {
  const viewer = await viewerOf(req);
  const found = isMember(viewer) ? await findExport(viewer, id) : undefined;
  if (!found) throw notFound();
  res.setHeader('content-disposition', 'attachment; filename="hearth-archive.zip"');
  return sendFile(req, res, {
    name: found.fileName,
    type: 'application/zip',
    etag: `"export-${id}"`,
    cacheControl: 'private, no-store',
  });
}

/**
 * Sends profile photos and covers. Those that visitors may see are sent without reading the
 * session, so caches may share them as long as other files.
 */
async function sendPublicPicture(
  req: IncomingMessage,
  res: ServerResponse,
  hash: string,
  size?: string,
) {
  const name = `${hash}.webp`;
  const isPublic = await isPictureVisible(visitor, name);
  if (!isPublic) {
    const viewer = await viewerOf(req);
    if (!isMember(viewer) || !(await isPictureVisible(viewer, name))) throw notFound();
  }
  // The same for everybody, with cookies or without.
  if (isPublic) res.setHeader('cross-origin-resource-policy', 'cross-origin');
  const cacheControl = `${isPublic ? 'public' : 'private'}, max-age=300`;
  const send = (file: string, etag: string) =>
    sendFile(req, res, { name: `public/${file}`, type: types.webp, etag, cacheControl });
  if (size === undefined) return send(name, `"${hash}"`);
  return send(avatarFile(name, Number(size)), `"${hash}-${size}"`).catch((error: unknown) => {
    // Small photos, and those stored before variants existed, have only the original.
    if (error instanceof HttpError && error.code === 'no_record') return send(name, `"${hash}"`);
    throw error;
  });
}

/** Checks access to the file on every request. */
export async function serveMedia(req: IncomingMessage, res: ServerResponse, path: string) {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw httpError('invalid_method', 'Files can only be read.');
  const open = publicName.exec(path);
  if (open) return sendPublicPicture(req, res, open[1]!, open[2]);
  const archive = exportName.exec(path);
  if (archive) return sendExport(req, res, Number(archive[1]));
  const picture = pictureName.exec(path);
  const id = picture?.[1] ?? videoName.exec(path)?.[1];
  const found =
    id === undefined ? undefined : await findVisibleMedia(await viewerOf(req), Number(id));
  if (!found) throw notFound();
  const video =
    found.kind === 'video' && found.isReady
      ? { hash: found.contentHash, file: 'video', type: found.mimeType }
      : undefined;
  const wanted = picture ? findPicture(found, picture[2]!, picture[3] as Extension) : video;
  if (!wanted) throw notFound();
  const { hash, file, type } = wanted;
  return sendFile(req, res, {
    name: contentFile(hash, file),
    type,
    etag: `"${hash.slice(0, 24)}-${file}"`,
    cacheControl: 'private, max-age=300',
  });
}
