import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { isMedia } from '#domains/lightbox/attached-media.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import type { ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { storePhotos } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { db } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import { addToAlbum, createAlbum, type AlbumChange } from './album-changes.server.ts';
import { readAlbum } from './album-list.server.ts';
import { checkAdding, lockAlbum } from './album-lock.server.ts';
import { maxPhotosAtOnce, mayAddTo, titleProblem } from './albums.rules.ts';
import type { UploadAnswer } from './albums.schema.ts';
import { uploadedView } from './albums.views.server.ts';
import { photosAdded } from './photos-added.server.ts';
import { photoOrder, photosIn } from './visibility.server.ts';

export const albumFiles: FileRules = {
  fields: /^(photo|filedata)\d{0,3}$/,
  takes: 'pictures',
  max: maxPhotosAtOnce,
};

const toNumber = ({ field }: UploadedFile) => Number(/\d*$/.exec(field)![0] || -1);

/** Validates everything before pictures are decoded. */
async function check(
  member: Member,
  albumId: number,
  { title = '' }: AlbumChange,
  files: UploadedFile[],
  container: ContainerRef | undefined,
): Promise<void> {
  const problem = albumId ? null : titleProblem(title);
  if (problem) throw invalid(problem, 'title');
  if (!albumId) {
    if (container) await db.transaction((tx) => checkAdding(tx, member, container));
    return;
  }
  if (!files.length) throw invalid('No photo(s) selected!', 'photo');
  const album = await db.transaction((tx) => lockAlbum(tx, member, albumId));
  if (!album.isContributor) throw forbidden();
  if (!mayAddTo(album)) throw invalid('This album is managed automatically.', 'album_id');
}

export interface Written {
  id: number;
  photoIds: number[];
}

/**
 * Creates an album, with photos or empty, or adds photos to an existing one: all or none.
 * @param albumId 0 for a new one
 * @param isShared whether the feed shows the photos
 * @param container for a new album of a container
 */
export async function writePhotos(
  member: Member,
  albumId: number,
  change: AlbumChange,
  request: UploadRequest,
  { isShared = true, container }: { isShared?: boolean; container?: ContainerRef | undefined } = {},
): Promise<Written> {
  const files = request.files.toSorted((a, b) => toNumber(a) - toNumber(b));
  await check(member, albumId, change, files, container);
  const before = await findStoredResponse<Written>(request.creation);
  if (before) return before;
  const stored = await storePhotos(
    files.map(({ path, kind, field }) => ({ path, kind: kind as PictureKind, field })),
    request.folder,
  );
  return withIdempotencyKey(request.creation, async (tx): Promise<Written> => {
    const id = albumId || (await createAlbum(tx, member, change, container));
    const photoIds = (await addToAlbum(tx, member, id, stored)).map((photo) => photo.id);
    if (photoIds.length && isShared)
      await photosAdded(tx, member, { type: 'album_photo_new', albumId: id, photoIds });
    return { id, photoIds };
  });
}

/** The photos that were written, as the viewer sees them. */
export const readWritten = (viewer: Member, { id, photoIds }: Written): Promise<ItemRow[]> =>
  readItems(viewer, {
    rows: photosIn(viewer, sql`${id}::bigint`),
    condition: sql`${isMedia(sql`attached`, sql`any (${sql.param(photoIds)}::bigint[])`)}`,
    order: photoOrder,
  });

export async function uploadPhotos(
  member: Member,
  albumId: number,
  change: AlbumChange,
  request: UploadRequest,
  container?: ContainerRef,
): Promise<UploadAnswer> {
  const written = await writePhotos(member, albumId, change, request, { container });
  const { id } = written;
  const origin = originFor(request);
  const viewer = member;
  const [album, photos] = await Promise.all([readAlbum(viewer, id), readWritten(viewer, written)]);
  return uploadedView(album, photos, { viewer, origin });
}
