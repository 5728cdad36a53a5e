import { sql } from 'drizzle-orm';
import { avatarAddress, memberImages } from '#domains/auth/members.views.server.ts';
import { storePublicPicture } from '#domains/media/public-pictures.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import { type PictureKind, pictureShapes } from './pictures.rules.ts';
import type { PicturesAnswer } from './pictures.schema.ts';

export const pictureFiles: FileRules = { fields: /^photo$/, takes: 'pictures', most: 1 };

const columns = { profile: sql.identifier('avatar'), cover: sql.identifier('cover') };

/** Cut, written anew and stored under the name of its content: every place shows it from its next drawing on. */
export async function savePicture(member: Member, kind: PictureKind, files: UploadedFile[]): Promise<void> {
  const [file] = files;
  if (!file) throw invalid('No photo(s) selected!', 'photo');
  const { side, least } = pictureShapes[kind];
  const { name } = await storePublicPicture(file.path, { side, least, ...(kind === 'profile' ? { square: true } : {}) });
  await db.execute(sql`update members set ${columns[kind]} = ${name} where id = ${member.id}`);
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
