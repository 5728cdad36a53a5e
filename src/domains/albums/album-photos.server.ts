import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import {
  recordRemoval,
  selectContainer,
} from '#domains/containers/audit-log/removal-log.server.ts';
import { lockContainer, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import type { ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { setAltTexts } from '#domains/media/alt.server.ts';
import { fetchBlob, hashFile, storeBlob } from '#domains/media/blob-store.server.ts';
import { widthsFor } from '#domains/media/media.rules.ts';
import { imageVariantsQueue } from '#domains/media/photos.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { makeMaster } from '#server/pictures/pictures.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { lockAlbum, type LockedAlbum } from './album-lock.server.ts';
import { mayEditPhoto } from './albums.rules.ts';
import { photoOrder, photosIn } from './visibility.server.ts';

const photosInAlbum = composedForMembers((viewer, albumId: SQL) =>
  photosIn(viewer, sql`${albumId}::bigint`),
);

/** A page of the photos of an album; the caller has checked that the album is visible. */
export function listPhotos(
  viewer: Viewer,
  albumId: number,
  { page, limit }: { page: number; limit: number },
): Promise<ItemRow[]> {
  const start = (page - 1) * limit;
  const set = {
    rows: photosInAlbum(viewer, albumId),
    condition: sql`true`,
    order: photoOrder,
  };
  return readItems(viewer, set, sql`item.nth > ${start} and item.nth <= ${start + limit}`);
}

/**
 * Locks the album of a photo for those who may change all of its photos and for the member who added
 * this one; found through the album that the request names, if any.
 */
async function lockAlbumOf(
  tx: Tx,
  member: Member,
  photoId: number,
  albumId: number | undefined,
): Promise<LockedAlbum & { id: number; addedBy: number }> {
  const [photo] = await tx.execute<{ id: number; addedBy: number }>(sql`
    select p.album_id as id, m.owner_id as "addedBy"
    from album_photos p
    join media m on m.id = p.media_id
    where p.media_id = ${photoId}
      and ${albumId ? sql`p.album_id = ${albumId}` : sql`true`}`);
  if (!photo) throw notFound();
  const album = await lockAlbum(tx, member, photo.id);
  if (!mayEditPhoto(album, photo.addedBy === member.id)) throw forbidden();
  return { ...album, ...photo };
}

export interface PhotoChange {
  title?: string | undefined;
  caption?: string | undefined;
  alt?: string | undefined;
}

/** Changes caption and alt text of a photo; absent fields stay unchanged. */
export async function editPhoto(
  member: Member,
  photoId: number,
  { title, caption, alt }: PhotoChange,
  albumId?: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAlbumOf(tx, member, photoId, albumId);
    await updateRow(tx, 'album_photos', sql`media_id = ${photoId}`, { title, caption });
    if (alt !== undefined) await setAltTexts(tx, [{ mediaId: photoId, text: alt }]);
  });
}

/**
 * As `lockAlbumOf`, also for a member who may not see the album any more and added the photo to a
 * container that shows it as theirs: own content may always be deleted.
 */
async function lockForDeletion(
  tx: Tx,
  member: Member,
  photoId: number,
  albumId: number | undefined,
): Promise<{ id: number; addedBy: number; container: ContainerRef | null }> {
  const [own] = await tx.execute<{ id: number; type: string; containerId: number }>(sql`
    select a.id, a.container_type as type, a.container_id as "containerId"
    from album_photos p
    join media m on m.id = p.media_id
    join albums a on a.id = p.album_id
    where p.media_id = ${photoId}
      and m.owner_id = ${member.id}
      and a.container_id is not null
      and not a.is_by_container
      and ${albumId ? sql`p.album_id = ${albumId}` : sql`true`}`);
  if (!own) return lockAlbumOf(tx, member, photoId, albumId);
  const container = { type: own.type, id: Number(own.containerId) };
  await lockContainer(tx, container);
  await tx.execute(sql`select from albums a where a.id = ${own.id} for update of a`);
  return { id: Number(own.id), addedBy: member.id, container };
}

/** Its file is no longer served; another photo becomes the cover if this one was. */
export async function deletePhoto(
  member: Member,
  photoId: number,
  albumId?: number,
): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const { id, addedBy, container } = await lockForDeletion(tx, member, photoId, albumId);
      if (container)
        await recordRemoval(tx, member, {
          kind: 'photo',
          authorId: addedBy,
          container: selectContainer(container),
        });
      await tx.execute(sql`delete from album_photos where media_id = ${photoId}`);
      await tx.execute(sql`update albums set modified_at = ${now()} where id = ${id}`);
    }),
  );
}

/**
 * Rotates a photo of an own album clockwise. It gets new files; the old ones are removed like all
 * content without a row.
 */
export async function rotatePhoto(
  member: Member,
  photoId: number,
  angle: 90 | 180 | 270,
  albumId?: number,
): Promise<void> {
  const hash = await db.transaction(async (tx) => {
    await lockAlbumOf(tx, member, photoId, albumId);
    const [photo] = await tx.execute<{ hash: string }>(
      sql`select content_hash as hash from media where id = ${photoId}`,
    );
    return photo!.hash;
  });
  const folder = await workFolder();
  try {
    const input = join(folder.path, 'source.webp');
    if (!(await fetchBlob(hash, 'original.webp', input))) throw notFound();
    const { width, height, byteLength, placeholder } = await makeMaster({
      input,
      kind: 'webp',
      folder: folder.path,
      turn: angle,
    });
    const path = join(folder.path, 'original.webp');
    const turned = await hashFile(path);
    await storeBlob(turned, [{ name: 'original.webp', path, type: 'image/webp' }]);
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        update media
        set content_hash = ${turned}, width = ${width}, height = ${height},
          byte_length = ${byteLength}, placeholder = ${placeholder}, variant_widths = '{}'
        where id = ${photoId}
          and content_hash = ${hash}`);
      if (widthsFor(width).length) await enqueue(tx, imageVariantsQueue, { mediaIds: [photoId] });
    });
  } finally {
    await folder.remove();
  }
}
