import { pictureShapes, type PictureKind } from '#domains/media/picture-shapes.rules.ts';
import { storePublicPicture } from '#domains/media/public-pictures.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { ContainerRef } from './container-lock.server.ts';
import { changeAsEditor, writeAuditEntry } from './staff.server.ts';

const columns = { profile: sql.identifier('avatar'), cover: sql.identifier('cover') };

const setPicture = (
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
  name: string | null,
): Promise<void> =>
  changeAsEditor(member, ref, async ({ tx, container }) => {
    const { type, id } = container;
    await tx.execute(sql`
      update containers set ${columns[kind]} = ${name} where type = ${type} and id = ${id}`);
    await writeAuditEntry(tx, container, member.id, {
      action: name === null ? 'remove_picture' : 'set_picture',
      details: { kind },
    });
  });

async function storePicture(
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
  path: string,
): Promise<void> {
  // Asked before the picture is decoded, which takes seconds, and again when it is set.
  await changeAsEditor(member, ref, () => Promise.resolve());
  const { side, least } = pictureShapes[kind];
  const square = kind === 'profile' ? { square: true } : {};
  const { name } = await storePublicPicture(path, { side, least, ...square });
  await setPicture(member, ref, kind, name);
}

/** Sets the picture, cropped to its important square. @param path of the uploaded file */
export const setContainerPhoto = (member: Member, ref: ContainerRef, path: string): Promise<void> =>
  storePicture(member, ref, 'profile', path);

/** Sets the cover. @param path of the uploaded file */
export const setContainerCover = (member: Member, ref: ContainerRef, path: string): Promise<void> =>
  storePicture(member, ref, 'cover', path);

/** Removes the picture or the cover. */
export const removeContainerPicture = (
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
): Promise<void> => setPicture(member, ref, kind, null);
