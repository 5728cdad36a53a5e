import {
  recordRemoval,
  selectContainer,
} from '#domains/containers/audit-log/removal-log.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { addPhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { definedFields, insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { checkAdding, lockAlbum } from './album-lock.server.ts';
import type { albumFields } from './albums.fields.ts';
import { mayAddTo, mayDeleteAlbum, mayEditAlbum, titleProblem } from './albums.rules.ts';
import { holdsOthers } from './visibility.server.ts';

/** Absent fields stay unchanged. */
export interface AlbumChange extends FieldValues<typeof albumFields> {
  /** The cover photo. */
  coverId?: number | undefined;
}

const isAutomatic = () => invalid('This album is managed automatically.', 'album_id');

/** @param container for an album of that container, which decides who sees it */
export async function createAlbum(
  tx: Tx,
  member: Member,
  { title = '', coverId: _, ...fields }: AlbumChange,
  container?: ContainerRef,
): Promise<number> {
  const problem = titleProblem(title);
  if (problem) throw invalid(problem, 'title');
  const owner = container && (await checkAdding(tx, member, container));
  const { id } = await insertRow(tx, 'albums', {
    audience: 'everyone',
    ...definedFields(fields),
    ...(container ? { audience: 'container', isListed: false } : {}),
    title,
    ownerId: member.id,
    containerType: container?.type,
    containerId: container?.id,
    isByContainer: owner?.kind.speaksForItself,
    createdAt: now(),
    modifiedAt: now(),
  });
  return id;
}

/** Appends photos to an album whose row is locked. */
export async function attachPhotos(tx: Tx, albumId: number, photos: PictureRow[]): Promise<void> {
  await tx.execute(sql`
    insert into album_photos (media_id, album_id, position, created_at)
    select sent.id, ${albumId},
      sent.position + (
        select coalesce(max(p.position), 0) from album_photos p where p.album_id = ${albumId}
      ),
      ${now()}
    from unnest(
      ${sql.param(photos.map(({ id }) => id))}::bigint[]
    ) with ordinality sent (id, position)`);
  await tx.execute(sql`update albums set modified_at = ${now()} where id = ${albumId}`);
}

/** Creates an empty album of a container. */
export const createContainerAlbum = (
  member: Member,
  container: ContainerRef,
  change: AlbumChange,
): Promise<number> =>
  retryOnDeadlock(() => db.transaction((tx) => createAlbum(tx, member, change, container)));

/** Adds stored photos to an album of the member, or of a container where they may add photos. */
export async function addToAlbum(
  tx: Tx,
  member: Member,
  albumId: number,
  photos: StoredPhoto[],
): Promise<PictureRow[]> {
  const album = await lockAlbum(tx, member, albumId);
  if (!album.isContributor) throw forbidden();
  if (!mayAddTo(album)) throw isAutomatic();
  const added = await addPhotos(tx, member.id, photos);
  if (added.length) await attachPhotos(tx, albumId, added);
  return added;
}

export async function editAlbum(
  member: Member,
  id: number,
  { title, audience, isListed, coverId, ...fields }: AlbumChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const album = await lockAlbum(tx, member, id);
    if (!album.isManaged) throw forbidden();
    if (!mayEditAlbum(album)) throw isAutomatic();
    const problem = title === undefined ? null : titleProblem(title);
    if (problem) throw invalid(problem, 'title');
    if (coverId !== undefined) {
      const [chosen] = await tx.execute(sql`
        with others as (
          update album_photos
          set is_cover = false
          where album_id = ${id}
            and is_cover
            and media_id <> ${coverId}
        )
        update album_photos
        set is_cover = true
        where album_id = ${id}
          and media_id = ${coverId}
        returning 1`);
      if (!chosen) throw notFound();
    }
    await updateRow(tx, 'albums', sql`id = ${id}`, {
      ...fields,
      ...(album.type === null ? { title } : {}),
      ...(album.container ? {} : { audience, isListed }),
      modifiedAt: now(),
    });
  });
}

async function hasPhotosOfOthers(tx: Tx, member: Member, id: number): Promise<boolean> {
  const [found] = await tx.execute<{ holds: boolean }>(
    sql`select ${holdsOthers(member, sql`${id}::bigint`)} as holds`,
  );
  return found!.holds;
}

/** Deletes the album with its photos; their files are no longer served. */
export async function deleteAlbum(member: Member, id: number): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const album = await lockAlbum(tx, member, id);
      if (!album.isManaged) throw forbidden();
      if (album.type !== null) throw isAutomatic();
      if (!mayDeleteAlbum({ ...album, holdsOthers: await hasPhotosOfOthers(tx, member, id) }))
        throw invalid(
          'Others added photos to this album. You can delete your own photos.',
          'album_id',
        );
      const { container, ownerId } = album;
      if (container)
        await recordRemoval(tx, member, {
          kind: 'album',
          authorId: ownerId,
          container: selectContainer(container),
        });
      await tx.execute(sql`delete from albums where id = ${id}`);
    }),
  );
}
