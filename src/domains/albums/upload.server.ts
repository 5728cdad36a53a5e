import { readItems } from '#domains/lightbox/lightbox.server.ts';
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
import { addToAlbum, createAlbum, lockAlbum, type AlbumChange } from './album-changes.server.ts';
import { readAlbum } from './album-list.server.ts';
import { maxPhotosAtOnce, mayAddTo, titleProblem } from './albums.rules.ts';
import type { UploadAnswer } from './albums.schema.ts';
import { albumPhotoView, albumView } from './albums.views.server.ts';
import { photosAdded } from './photos-added.server.ts';
import { photoOrder, photosIn } from './visibility.server.ts';

export const albumFiles: FileRules = {
  fields: /^(photo|filedata)\d{0,3}$/,
  takes: 'pictures',
  most: maxPhotosAtOnce,
};

const numberOf = ({ field }: UploadedFile) => Number(/\d*$/.exec(field)![0] || -1);

/** Validates everything before pictures are decoded. */
async function check(
  member: Member,
  albumId: number,
  { title = '' }: AlbumChange,
  files: UploadedFile[],
): Promise<void> {
  const problem = albumId ? null : titleProblem(title);
  if (problem) throw invalid(problem, 'title');
  if (!albumId) return;
  if (!files.length) throw invalid('No photo(s) selected!', 'photo');
  const album = await db.transaction((tx) => lockAlbum(tx, member, albumId));
  if (album.ownerId !== member.id) throw forbidden();
  if (!mayAddTo(member.id, album))
    throw invalid('The site keeps this album by itself.', 'album_id');
}

interface Written {
  id: number;
  photoIds: number[];
}

/**
 * Creates an album, with photos or empty, or adds photos to an existing one: all or none.
 * @param albumId 0 for a new one
 */
export async function uploadPhotos(
  member: Member,
  albumId: number,
  change: AlbumChange,
  request: UploadRequest,
): Promise<UploadAnswer> {
  const files = request.files.toSorted((a, b) => numberOf(a) - numberOf(b));
  await check(member, albumId, change, files);
  const before = await findStoredResponse<Written>(request.creation);
  if (before) return answer(member, before, originFor(request));
  const stored = await storePhotos(
    files.map(({ path, kind }) => ({ path, kind: kind as PictureKind })),
    request.folder,
  );
  const written = await withIdempotencyKey(request.creation, async (tx): Promise<Written> => {
    const id = albumId || (await createAlbum(tx, member, change));
    const photoIds = (await addToAlbum(tx, member, id, stored)).map((photo) => photo.id);
    if (photoIds.length)
      await photosAdded(tx, member, { type: 'album_photo_new', albumId: id, photoIds });
    return { id, photoIds };
  });
  return answer(member, written, originFor(request));
}

async function answer(
  viewer: Member,
  { id, photoIds }: Written,
  origin: string,
): Promise<UploadAnswer> {
  const set = {
    rows: photosIn(viewer, sql`${id}::bigint`),
    condition: sql`attached.own_id = any (${sql.param(photoIds)}::bigint[])`,
    order: photoOrder,
  };
  const [album, photos] = await Promise.all([readAlbum(viewer, id), readItems(viewer, set)]);
  return {
    response: { album_id: id },
    album: albumView(album, { viewer, origin }),
    photos: photos.map((row) => albumPhotoView(row, album, { viewer, origin })),
  };
}
