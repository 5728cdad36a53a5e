import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { PictureKind } from '#domains/media/picture-shapes.rules.ts';
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
 * Sets the picture or the cover.
 * @param store runs once the member is known to have the right, and resolves to the name of the
 * stored picture; its `also` runs in the transaction that sets it
 */
export async function setContainerPicture(
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
  store: () => Promise<{ name: string; also: AfterChange }>,
): Promise<void> {
  // Asked before the picture is decoded, which takes a second, and again when it is set.
  await changeAsEditor(member, ref, () => Promise.resolve());
  const { name, also } = await store();
  await setPicture(member, ref, kind, name, also);
}

/** Removes the picture or the cover. */
export const removeContainerPicture = (
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
): Promise<void> => setPicture(member, ref, kind, null);
