import { sql } from 'drizzle-orm';
import { avatarAddress, memberImages } from '#domains/auth/members.views.server.ts';
import { keepInAlbum } from '#domains/media/albums/album-changes.server.ts';
import { photosCame } from '#domains/media/albums/photo-news.server.ts';
import { fetchContent } from '#domains/media/contents.server.ts';
import { type StoredPhoto, storePhotos } from '#domains/media/photos.server.ts';
import { storePublicPicture } from '#domains/media/public-pictures.server.ts';
import { findVisibleMedia } from '#domains/media/viewer/holders.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { PictureKind as StoredKind } from '#server/pictures/task.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { join } from 'node:path';
import { type PictureKind, pictureShapes } from './pictures.rules.ts';
import type { PicturesAnswer } from './pictures.schema.ts';

export const pictureFiles: FileRules = { fields: /^photo$/, takes: 'pictures', most: 1 };

const columns = { profile: sql.identifier('avatar'), cover: sql.identifier('cover') };

const store = (kind: PictureKind, path: string) => {
  const { side, least } = pictureShapes[kind];
  return storePublicPicture(path, { side, least, ...(kind === 'profile' ? { square: true } : {}) });
};

/** A photo or cover that was cut, written anew and stored, and that nothing shows yet. */
export interface PreparedPicture {
  name: string;
  photos: StoredPhoto[];
}

/** @param folder a work folder, removed by the caller */
export async function preparePicture(kind: PictureKind, file: { path: string; kind: StoredKind }, folder: string): Promise<PreparedPicture> {
  const { name } = await store(kind, file.path);
  return { name, photos: await storePhotos([file], folder) };
}

/** Every place shows it from its next drawing on. The photo itself is kept in the album for it, and friends read of a new photo (not of one brought along). */
export async function usePicture(tx: Tx, member: Member, kind: PictureKind, { name, photos }: PreparedPicture, { isTold = true } = {}): Promise<void> {
  const { albumId, kept } = await keepInAlbum(tx, member, kind, photos);
  if (isTold && kind === 'profile') await photosCame(tx, member, { type: 'profile_photo_update', albumId, photoIds: kept.map(({ id }) => id) });
  await tx.execute(sql`update members set ${columns[kind]} = ${name} where id = ${member.id}`);
}

/** @param folder a work folder, removed by the caller */
export async function savePicture(member: Member, kind: PictureKind, files: UploadedFile[], folder: string): Promise<void> {
  const [file] = files;
  if (!file) throw invalid('No photo(s) selected!', 'photo');
  const prepared = await preparePicture(kind, { path: file.path, kind: file.kind as StoredKind }, folder);
  await db.transaction((tx) => usePicture(tx, member, kind, prepared));
}

/** Makes an own photo, of an album or of a post, the member's photo. */
export async function chooseOwnPhoto(member: Member, photoId: number): Promise<void> {
  const [own] = await db.execute(sql`select 1 from media where id = ${photoId} and owner_id = ${member.id} and kind = 'photo' and state = 'held'`);
  const found = own && (await findVisibleMedia(member, photoId));
  if (!found) throw notFound();
  const folder = await workFolder();
  try {
    const path = join(folder.path, 'chosen.webp');
    if (!(await fetchContent(found.contentHash, 'original.webp', path))) throw notFound();
    const { name } = await store('profile', path);
    await db.execute(sql`update members set avatar = ${name} where id = ${member.id}`);
  } finally {
    await folder.remove();
  }
}

/** Back to initials, or to the colours of the name. */
export async function removePicture(member: Member, kind: PictureKind): Promise<void> {
  await db.execute(sql`update members set ${columns[kind]} = null where id = ${member.id} and ${columns[kind]} is not null`);
}

interface OwnPictures extends Record<string, unknown> {
  avatar: string | null;
  cover: string | null;
}

export async function readOwnPictures(member: Member): Promise<OwnPictures> {
  const [row] = await db.execute<OwnPictures>(sql`select avatar, cover from members where id = ${member.id}`);
  return row!;
}

export async function readPictures(member: Member, origin: string): Promise<PicturesAnswer> {
  const { avatar, cover } = await readOwnPictures(member);
  const { content_url: _, ...images } = memberImages({ ...member, avatar }, origin);
  const address = avatarAddress(cover, origin);
  return { response: { ...images, photo_id: avatar ? member.id : 0, cover: address, cover_image: address } };
}
