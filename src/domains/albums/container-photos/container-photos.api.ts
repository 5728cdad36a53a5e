import { mayEditPhoto } from '#domains/albums/albums.rules.ts';
import { albumFiles, readWritten, writePhotos } from '#domains/albums/upload.server.ts';
import { belongsTo } from '#domains/containers/container-access.rules.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { NamedRow } from '#domains/containers/container-rows.server.ts';
import { photoView, type ItemRow, type View } from '#domains/lightbox/lightbox.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { containerNames, type ContainerType } from '#lib/container-types.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, handleUpload, noContent, type Handler } from '#server/handle.ts';
import type { containerPhotoCalls } from './container-photos.calls.ts';
import * as shapes from './container-photos.schema.ts';
import { deleteContainerPhoto, listContainerPhotos, mainAlbum } from './container-photos.server.ts';

interface PhotoKind<Id extends string> {
  type: ContainerType;
  /** The name of its id in the interface. */
  idName: Id;
  readOpen(viewer: Viewer, id: number): Promise<NamedRow>;
}

/**
 * Staff and who added it change and delete a photo, whoever has left only deletes; others may report
 * it.
 */
function photoMenu(
  row: ItemRow,
  container: NamedRow,
  viewer: Viewer,
  { type, idName }: PhotoKind<string>,
): MenuItem[] {
  if (!isMember(viewer)) return [];
  const item = (name: string, label: string, url: string, urlParams: MenuItem['urlParams']) => ({
    name,
    label,
    url,
    urlParams,
  });
  const isOwn = viewer.id === row.authorId;
  const isIn = container.membership === 'member' && container.state === 'open';
  const isEditor =
    belongsTo(container, findContainerKind(type)!.editRole) && container.state !== 'archived';
  const mayEdit = mayEditPhoto({ isEditor, isAdded: isIn }, isOwn);
  if (!isOwn && !mayEdit)
    return [item('report', 'Report', 'report/create', { type: toWireType('photo'), id: row.id })];
  const photo = { album_id: row.attachableId, photo_id: row.id };
  const ofKind = { [idName]: container.itemId, photo_id: row.id };
  return [
    ...(mayEdit ? [item('edit', 'Edit', 'albums/photo/edit', photo)] : []),
    item('delete', 'Delete', `${containerNames[type].mediaFolder}/photo/delete`, ofKind),
  ];
}

function containerPhotoView<Id extends string>(
  row: ItemRow,
  container: NamedRow,
  view: View,
  kind: PhotoKind<Id>,
): shapes.ContainerPhoto<Id> {
  const shown = {
    ...photoView(row, view),
    [kind.idName]: container.itemId,
    user_id: row.authorId,
    menu: photoMenu(row, container, view.viewer, kind),
  };
  return shown as unknown as shapes.ContainerPhoto<Id>;
}

/** Handlers of the photos of a kind, for clients that know no albums. */
export const containerPhotoHandlers = <Id extends string>(
  calls: ReturnType<typeof containerPhotoCalls<Id>>,
  kind: PhotoKind<Id>,
): Handler[] => {
  const { type, idName, readOpen } = kind;
  return [
    handlePublic(
      calls.listPhotos,
      shapes.photosInput(idName),
      shapes.photosAnswer(idName),
      async (viewer, { id, page, limit }, request) => {
        const container = await readOpen(viewer, id);
        const ref = { type, id: container.id };
        const { total, photos, mayAdd } = await listContainerPhotos(viewer, ref, { page, limit });
        const view = { viewer, origin: originFor(request) };
        const shown = photos.map((row) => containerPhotoView(row, container, view, kind));
        return { totalItemCount: total, canUpload: mayAdd ? 1 : 0, images: shown, photos: shown };
      },
      { summary: `Photos in the albums of a ${type}` },
    ),
    handleUpload(
      calls.addPhotos,
      albumFiles,
      shapes.addPhotosInput(idName),
      shapes.addedPhotosAnswer(idName),
      async (member, { id, add_to_feed }, request) => {
        const container = await readOpen(member, id);
        const album = await mainAlbum(member, { type, id: container.id });
        const isShared = add_to_feed === 1;
        const written = await writePhotos(member, album, {}, request, { isShared });
        const view = { viewer: member, origin: originFor(request) };
        const rows = await readWritten(member, written);
        return { response: rows.map((row) => containerPhotoView(row, container, view, kind)) };
      },
      { form: { done: 'Photos added.' }, summary: `Add photos to a ${type}` },
    ),
    handle(
      calls.deletePhoto,
      shapes.deletePhotoInput(idName),
      noContent,
      async (member, { id, photo_id }) =>
        deleteContainerPhoto(member, await wallOf(type, id), photo_id, () => readOpen(member, id)),
      { form: { done: 'Photo deleted.' }, summary: `Delete a photo of a ${type}` },
    ),
  ];
};
