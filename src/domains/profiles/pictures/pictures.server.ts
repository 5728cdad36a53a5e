import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import { keepInAlbum } from '#domains/albums/automatic-albums.server.ts';
import { photosAdded } from '#domains/albums/photos-added.server.ts';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import { fetchBlob } from '#domains/media/blob-store.server.ts';
import type { StoredPhoto } from '#domains/media/photos.server.ts';
import { pictureShapes, toShape, type PictureKind } from '#domains/media/picture-shapes.rules.ts';
import { storePublicAndPhoto, storePublicPicture } from '#domains/media/public-pictures.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import { visiblePictureFile } from '#domains/policy/profile-audience.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { makeMaster } from '#server/pictures/pictures.ts';
import type { PictureKind as StoredKind } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import { workFolder } from '#server/uploads/work-folder.ts';

export const pictureFiles: FileRules = { fields: /^photo$/, takes: 'pictures', max: 1 };

const columns = { profile: sql.identifier('avatar'), cover: sql.identifier('cover') };

/** Crops a photo for the profile and stores it. Resolves to the path of the new file. */
async function cutSquare(path: string, folder: string): Promise<string> {
  const { side, least } = pictureShapes.profile;
  const inside = join(folder, 'square');
  await mkdir(inside);
  await makeMaster({ input: path, kind: 'webp', folder: inside, side, least, square: true });
  return join(inside, 'original.webp');
}

/** A cropped photo or cover, encoded and stored, but not in use yet. */
export interface PreparedPicture {
  name: string;
  photos: StoredPhoto[];
}

/** @param folder a temporary folder, removed by the caller */
export async function preparePicture(
  kind: PictureKind,
  file: { path: string; kind: StoredKind; alt?: string },
  folder: string,
): Promise<PreparedPicture> {
  const { name, photo } = await storePublicAndPhoto(file, toShape(kind), folder);
  return { name, photos: [photo] };
}

/**
 * Sets the picture. The whole photo goes to its album, and friends get an activity post about a new
 * profile photo (not about an imported one).
 */
export async function applyPicture(
  tx: Tx,
  member: Member,
  kind: PictureKind,
  { name, photos }: PreparedPicture,
  { isActivity = true } = {},
): Promise<void> {
  await lockMember(tx, member.id);
  const { albumId, kept } = await keepInAlbum(tx, member, kind, photos);
  if (isActivity && kind === 'profile')
    await photosAdded(tx, member, {
      type: 'profile_photo_update',
      albumId,
      photoIds: kept.map(({ id }) => id),
    });
  await showPicture(tx, member, kind, name);
}

const showPicture = (tx: Tx, member: Member, kind: PictureKind, name: string) =>
  tx.execute(
    sql`
      update members set ${columns[kind]} = ${name}, modified_at = ${now()} where id = ${member.id}`,
  );

/** @param folder a temporary folder, removed by the caller */
export async function savePicture(
  member: Member,
  kind: PictureKind,
  files: UploadedFile[],
  folder: string,
): Promise<void> {
  const [file] = files;
  if (!file) throw invalid('No photo(s) selected!', 'photo');
  const prepared = await preparePicture(
    kind,
    { path: file.path, kind: file.kind as StoredKind },
    folder,
  );
  await db.transaction((tx) => applyPicture(tx, member, kind, prepared));
}

/** Sets an earlier profile photo again; the activity post refers to its album. */
async function reusePhoto(tx: Tx, member: Member, photoId: number, name: string): Promise<void> {
  await lockMember(tx, member.id);
  const [album] = await tx.execute<{ id: number }>(sql`
    select a.id
    from albums a
    join album_photos p on p.album_id = a.id
    where p.media_id = ${photoId}
      and a.owner_id = ${member.id}
      and a.container_id is null
      and a.type = 'profile'
    for update of a`);
  if (!album) throw notFound();
  await photosAdded(tx, member, {
    type: 'profile_photo_update',
    albumId: album.id,
    photoIds: [photoId],
  });
  await showPicture(tx, member, 'profile', name);
}

/**
 * Makes an own photo of an album or a post the profile photo. If it has never been one, its crop is
 * stored among the profile photos, as if uploaded: everybody will see the crop, while the rest of
 * the photo may be for fewer people.
 */
export async function setAvatarFromPhoto(member: Member, photoId: number): Promise<void> {
  const [own] = await db.execute<{ alt: string; wasOne: boolean }>(sql`
    select alt,
      exists (
        select from album_photos p
        join albums a on a.id = p.album_id
        where p.media_id = media.id
          and a.type = 'profile'
          and a.container_id is null
      ) as "wasOne"
    from media
    where id = ${photoId}
      and owner_id = ${member.id}
      and kind = 'photo'
      and state = 'attached'`);
  const found = own && (await findVisibleMedia(member, photoId));
  if (!found) throw notFound();
  const folder = await workFolder();
  try {
    const path = join(folder.path, 'chosen.webp');
    if (!(await fetchBlob(found.contentHash, 'original.webp', path))) throw notFound();
    if (own.wasOne) {
      const { name } = await storePublicPicture(path, toShape('profile'));
      return await db.transaction((tx) => reusePhoto(tx, member, photoId, name));
    }
    const prepared = await preparePicture(
      'profile',
      { path: await cutSquare(path, folder.path), kind: 'webp', alt: own.alt },
      folder.path,
    );
    await db.transaction((tx) => applyPicture(tx, member, 'profile', prepared));
  } finally {
    await folder.remove();
  }
}

/** Removes the picture: back to initials, or to the colours of the name. */
export async function removePicture(member: Member, kind: PictureKind): Promise<void> {
  await db.execute(
    sql`
      update members
      set ${columns[kind]} = null, modified_at = ${now()}
      where id = ${member.id}
        and ${columns[kind]} is not null`,
  );
}

interface OwnPictures extends Record<string, unknown> {
  avatar: string | null;
  cover: string | null;
}

export async function readOwnPictures(member: Member): Promise<OwnPictures> {
  const [row] = await db.execute<OwnPictures>(
    sql`select avatar, cover from members where id = ${member.id}`,
  );
  return row!;
}

/** Selects the member whose current profile photo or cover is that file, if the viewer may see it. */
export const shownPicture = (viewer: Viewer, name: string): SQL => sql`
  select from members m
  where (m.avatar = ${name} or m.cover = ${name})
    and ${visiblePictureFile(viewer, name)}`;
