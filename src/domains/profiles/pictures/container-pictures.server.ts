import { keepInContainerAlbum } from '#domains/albums/automatic-albums.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { nothing, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import { changeAsEditor } from '#domains/containers/membership/staff.server.ts';
import { setContainerPicture } from '#domains/containers/pictures.server.ts';
import { toShape, type PictureKind } from '#domains/media/picture-shapes.rules.ts';
import { storePublicAndPhoto, storePublicPicture } from '#domains/media/public-pictures.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { PictureKind as StoredKind } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import type { UploadedFile } from '#server/uploads/uploads.ts';

/**
 * Sets the picture or the cover of a container. The whole photo goes to its album, if the kind has
 * albums.
 * @param folder a temporary folder, removed by the caller
 * @param change what the same form changes; runs once the picture is known to be one
 * @returns the id of that photo, 0 without albums
 */
export async function saveContainerPicture(
  member: Member,
  ref: ContainerRef,
  kind: PictureKind,
  { files: [file], folder }: { files: UploadedFile[]; folder: string },
  change: () => Promise<void> = nothing,
): Promise<number> {
  let photoId = 0;
  if (!file) throw invalid('No photo(s) selected!', 'photo');
  await setContainerPicture(member, ref, kind, async () => {
    const hasAlbums = findContainerKind(ref.type)?.photos !== undefined;
    if (!hasAlbums) {
      const { name } = await storePublicPicture(file.path, toShape(kind));
      await change();
      return { name, also: nothing };
    }
    const upload = { path: file.path, kind: file.kind as StoredKind };
    const { name, photo } = await storePublicAndPhoto(upload, toShape(kind), folder);
    await change();
    return {
      name,
      also: async (tx) => {
        const [added] = await keepInContainerAlbum(tx, member, ref, kind, [photo]);
        photoId = Number(added!.id);
      },
    };
  });
  return photoId;
}

/** The pictures of a container, for those who may change them. */
export async function readContainerPictures(
  member: Member,
  ref: ContainerRef,
): Promise<{ avatar: string | null; cover: string | null }> {
  await changeAsEditor(member, ref, () => Promise.resolve());
  const [row] = await db.execute<{ avatar: string | null; cover: string | null }>(sql`
    select avatar, cover
    from containers
    where type = ${ref.type}
      and id = ${ref.id}`);
  return row!;
}
