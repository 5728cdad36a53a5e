import { createAlbum } from '#domains/albums/album-changes.server.ts';
import { checkAdding } from '#domains/albums/album-lock.server.ts';
import { deletePhoto } from '#domains/albums/album-photos.server.ts';
import { photosAddableBy } from '#domains/containers/container-kinds.server.ts';
import { photosOfContainer } from '#domains/lightbox/lightbox-sets.server.ts';
import { countItems, readItemPage } from '#domains/lightbox/lightbox.server.ts';
import type { ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

interface ContainerRef {
  type: ContainerType;
  id: number;
}

export interface ContainerPhotos {
  total: number;
  photos: ItemRow[];
  mayAdd: boolean;
}

/** A page of the photos of a container that the viewer may read. */
export async function listContainerPhotos(
  viewer: Viewer,
  ref: ContainerRef,
  { page, limit }: { page: number; limit: number },
): Promise<ContainerPhotos> {
  const [found, mayAdd] = await Promise.all([
    readItemPage(viewer, photosOfContainer(viewer, ref), { page, limit }),
    mayAddPhotos(viewer, ref),
  ]);
  return { total: found.total, photos: found.items, mayAdd };
}

/** How many of its photos the viewer sees. */
export const countContainerPhotos = (viewer: Viewer, ref: ContainerRef): Promise<number> =>
  countItems(photosOfContainer(viewer, ref));

/** Whether the viewer may add albums and photos. */
export async function mayAddPhotos(viewer: Viewer, { type, id }: ContainerRef): Promise<boolean> {
  if (!isMember(viewer)) return false;
  const [row] = await db.execute<{ may: boolean }>(sql`
    select ${photosAddableBy(viewer, sql`c`)} as may
    from containers c
    where c.type = ${type} and c.id = ${id}`);
  return row?.may ?? false;
}

/**
 * The album that takes the photos of clients that know no albums: the oldest one, or a new one. Under
 * the container's lock, so that two first uploads at once create one.
 */
export const mainAlbum = (member: Member, ref: ContainerRef): Promise<number> =>
  retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      await checkAdding(tx, member, ref);
      const [album] = await tx.execute<{ id: number }>(sql`
        select a.id
        from albums a
        where a.container_type = ${ref.type} and a.container_id = ${ref.id} and a.type is null
        order by a.id
        limit 1`);
      return album ? Number(album.id) : createAlbum(tx, member, { title: 'Photos' }, ref);
    }),
  );

/**
 * Deletes a photo of that container: by its staff, or by whoever added it, also after leaving and in
 * an archive.
 * @param readOpen refuses those for whom it is closed
 */
export async function deleteContainerPhoto(
  member: Member,
  { type, id }: ContainerRef,
  photoId: number,
  readOpen: () => Promise<unknown>,
): Promise<void> {
  const [photo] = await db.execute<{ albumId: number; addedBy: number }>(sql`
    select p.album_id as "albumId", m.owner_id as "addedBy"
    from album_photos p
    join media m on m.id = p.media_id
    join albums a on a.id = p.album_id
    where p.media_id = ${photoId} and a.container_type = ${type} and a.container_id = ${id}
    limit 1`);
  if (Number(photo?.addedBy) !== member.id) await readOpen();
  if (!photo) throw notFound();
  await deletePhoto(member, photoId, Number(photo.albumId));
}
