import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { pictureShapes, type PictureKind } from '#domains/media/picture-shapes.rules.ts';
import { storePublicPicture } from '#domains/media/public-pictures.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { nothing, type AfterChange, type ContainerRef } from './container-lock.server.ts';

const columns = { profile: sql.identifier('avatar'), cover: sql.identifier('cover') };

const setPicture = (
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
  name: string | null,
  also: AfterChange = nothing,
): Promise<void> =>
  changeAsEditor(member, ref, async ({ tx, container }) => {
    const { type, id } = container;
    await tx.execute(sql`
      update containers
      set ${columns[kind]} = ${name}
      where type = ${type} and id = ${id}`);
    await writeAuditEntry(tx, container, member.id, {
      action: name === null ? 'remove_picture' : 'set_picture',
      details: { kind },
    });
    await also(tx);
  });

/**
 * Sets the picture, cropped to its important square, or the cover.
 * @param path of the uploaded file
 * @param prepare runs once the member is known to have the right; what it returns runs in the
 * transaction that sets the picture
 */
export async function setContainerPicture(
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
  path: string,
  prepare: () => Promise<AfterChange> = () => Promise.resolve(nothing),
): Promise<void> {
  // Asked before the picture is decoded, which takes seconds, and again when it is set.
  await changeAsEditor(member, ref, () => Promise.resolve());
  const { side, least } = pictureShapes[kind];
  const square = kind === 'profile' ? { square: true } : {};
  const { name } = await storePublicPicture(path, { side, least, ...square });
  await setPicture(member, ref, kind, name, await prepare());
}

/** Removes the picture or the cover. */
export const removeContainerPicture = (
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
): Promise<void> => setPicture(member, ref, kind, null);
