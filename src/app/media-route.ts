import type { IncomingMessage } from 'node:http';
import { findExport } from '#domains/archive/exports.server.ts';
import { findVisibleMedia, type ServedMedia } from '#domains/lightbox/visible-media.server.ts';
import { pictureWidths } from '#domains/media/media.rules.ts';
import { isPictureVisible } from '#domains/media/public-pictures.server.ts';
import { readViewer } from '#domains/policy/viewer.server.ts';
import { isMember, visitor, type Viewer } from '#domains/policy/viewer.ts';
import { avatarFile } from '#lib/avatar-sizes.ts';
import { previewFrames, type PreviewFrame } from '#lib/preview-picture.ts';
import { HttpError, httpError, notFound } from '#server/errors.ts';
import { contentFile, type SentFile } from '#server/media-files.ts';

const types = { avif: 'image/avif', webp: 'image/webp' } as const;
type Extension = keyof typeof types;

const publicName = /^\/media\/public\/([0-9a-f]{32})(?:-(48|96|192))?\.webp$/;
/** For link previews on other sites. */
const publicPreview = /^\/media\/public\/([0-9a-f]{32})-(square|wide)\.jpg$/;
const previewName = /^\/media\/([1-9]\d{0,15})\/(?:(square|wide)|(\d{2,5}|original))\.jpg$/;
const videoName = /^\/media\/([1-9]\d{0,15})\/video$/;
const exportName = /^\/media\/export\/([1-9]\d{0,15})$/;
const pictureName = /^\/media\/([1-9]\d{0,15})\/(\d{2,5}|original)\.(avif|webp)$/;

export const isMediaPath = (path: string) => path.startsWith('/media/');

async function viewerOf(req: IncomingMessage): Promise<Viewer> {
  try {
    return await readViewer({ headers: req.headers, fields: {} }, true);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return visitor;
    throw error;
  }
}

/**
 * The stored picture of that size, if any; for a video its poster. Until a job has made the widths,
 * the original stands in for them.
 */
function findPicture(
  { kind, contentHash, posterHash, widths }: ServedMedia,
  size: string,
  extension: Extension,
) {
  const hash = kind === 'video' ? posterHash : contentHash;
  if (!hash) return undefined;
  if (!widths.length && pictureWidths.includes(Number(size)))
    return { hash, file: 'original.webp', type: types.webp, isStandIn: true };
  const exists = size === 'original' ? extension === 'webp' : widths.includes(Number(size));
  return exists ? { hash, file: `${size}.${extension}`, type: types[extension] } : undefined;
}

/** An archive of a member's data, for that member only, uncached. */
async function findArchive(req: IncomingMessage, id: number): Promise<SentFile> {
  const viewer = await viewerOf(req);
  const found = isMember(viewer) ? await findExport(viewer, id) : undefined;
  if (!found) throw notFound();
  return {
    name: found.fileName,
    type: 'application/zip',
    etag: `"export-${id}"`,
    cacheControl: 'private, no-store',
    headers: { 'content-disposition': 'attachment; filename="hearth-archive.zip"' },
  };
}

/**
 * A profile photo or cover. Those that visitors may see are found without reading the session, so
 * caches may share them as long as other files.
 */
async function findPublicPicture(
  req: IncomingMessage,
  hash: string,
  size?: string,
): Promise<SentFile> {
  const name = `${hash}.webp`;
  const isPublic = await isPictureVisible(visitor, name);
  if (!isPublic) {
    const viewer = await viewerOf(req);
    if (!isMember(viewer) || !(await isPictureVisible(viewer, name))) throw notFound();
  }
  const original: SentFile = {
    name: `public/${name}`,
    type: types.webp,
    etag: `"${hash}"`,
    cacheControl: `${isPublic ? 'public' : 'private'}, max-age=300`,
    // The same for everybody, with cookies or without.
    headers: isPublic ? { 'cross-origin-resource-policy': 'cross-origin' } : {},
  };
  if (size === undefined) return original;
  return {
    ...original,
    name: `public/${avatarFile(name, Number(size))}`,
    etag: `"${hash}-${size}"`,
    // Small photos, and those stored before variants existed, have only the original.
    otherwise: original,
  };
}

/** A picture as a JPEG: in a size that is stored as WebP, or cut to a frame. */
async function findPreview(
  req: IncomingMessage,
  id: number,
  frame: PreviewFrame | undefined,
  size: string,
): Promise<SentFile> {
  const found = await findVisibleMedia(await viewerOf(req), id);
  const largest = found && Math.max(0, ...found.widths.filter((width) => width <= 1_280));
  const wanted = frame ? String(largest || 'original') : size;
  const picture = found && findPicture(found, wanted, 'webp');
  if (!picture) throw notFound();
  return {
    name: contentFile(picture.hash, picture.file),
    type: 'image/jpeg',
    etag: `"${picture.hash.slice(0, 24)}-${picture.file}"`,
    cacheControl: 'private, max-age=300',
    jpeg: { size: frame && previewFrames[frame] },
  };
}

/** The file at an address, if the viewer may see it; checked on every request. */
export async function findMedia(req: IncomingMessage, path: string): Promise<SentFile> {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw httpError('invalid_method', 'Files can only be read.');
  const open = publicName.exec(path);
  if (open) return findPublicPicture(req, open[1]!, open[2]);
  const openPreview = publicPreview.exec(path);
  if (openPreview) {
    const file = await findPublicPicture(req, openPreview[1]!);
    return { ...file, jpeg: { size: previewFrames[openPreview[2] as PreviewFrame] } };
  }
  const preview = previewName.exec(path);
  if (preview) {
    const frame = preview[2] as PreviewFrame | undefined;
    return findPreview(req, Number(preview[1]), frame, preview[3] ?? '');
  }
  const archive = exportName.exec(path);
  if (archive) return findArchive(req, Number(archive[1]));
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
  const isStandIn = 'isStandIn' in wanted;
  return {
    name: contentFile(hash, file),
    type,
    etag: `"${hash.slice(0, 24)}-${file}"`,
    cacheControl: isStandIn ? 'private, no-cache' : 'private, max-age=300',
  };
}
