import { mayEditPhoto } from '#domains/albums/albums.rules.ts';
import { albumFiles, readWritten, writePhotos } from '#domains/albums/upload.server.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { mayChangeGroup } from '#domains/groups/groups.rules.ts';
import { readOpenGroup } from '#domains/groups/one-group.server.ts';
import { photoView, type ItemRow, type View } from '#domains/lightbox/lightbox.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, handleUpload, noContent, type Handler } from '#server/handle.ts';
import * as shapes from './group-photos.schema.ts';
import { deleteGroupPhoto, listGroupPhotos, mainAlbum } from './group-photos.server.ts';

/**
 * Officers and who added it change and delete a photo, whoever has left only deletes; others may
 * report it.
 */
function photoMenu(row: ItemRow, group: GroupRow, viewer: Viewer): MenuItem[] {
  if (!isMember(viewer)) return [];
  const item = (name: string, label: string, url: string, urlParams: MenuItem['urlParams']) => ({
    name,
    label,
    url,
    urlParams,
  });
  const isOwn = viewer.id === row.authorId;
  const isIn = group.membership === 'member' && group.state === 'open';
  const mayEdit = mayEditPhoto({ isEditor: mayChangeGroup(group), isAdded: isIn }, isOwn);
  if (!isOwn && !mayEdit)
    return [item('report', 'Report', 'report/create', { type: toWireType('photo'), id: row.id })];
  const photo = { album_id: row.attachableId, photo_id: row.id };
  return [
    ...(mayEdit ? [item('edit', 'Edit', 'albums/photo/edit', photo)] : []),
    item('delete', 'Delete', 'groups/photo/delete', { group_id: group.id, photo_id: row.id }),
  ];
}

const groupPhotoView = (row: ItemRow, group: GroupRow, view: View): shapes.GroupPhoto => ({
  ...photoView(row, view),
  group_id: group.id,
  user_id: row.authorId,
  menu: photoMenu(row, group, view.viewer),
});

export const photosHandlers: Handler[] = [
  handlePublic(
    calls.listPhotos,
    shapes.photosInput,
    shapes.photosAnswer,
    async (viewer, { group_id, page, limit }, request) => {
      const found = await listGroupPhotos(viewer, group_id, { page, limit });
      const { group, total, photos, mayAdd } = found;
      const view = { viewer, origin: originFor(request) };
      const shown = photos.map((row) => groupPhotoView(row, group, view));
      return { totalItemCount: total, canUpload: mayAdd ? 1 : 0, images: shown, photos: shown };
    },
    { summary: 'Photos in the albums of a group' },
  ),
  handleUpload(
    calls.addPhotos,
    albumFiles,
    shapes.addPhotosInput,
    shapes.addedPhotosAnswer,
    async (member, { group_id, add_to_feed }, request) => {
      const group = await readOpenGroup(member, group_id);
      const album = await mainAlbum(member, group_id);
      const written = await writePhotos(member, album, {}, request, {
        isShared: add_to_feed === 1,
      });
      const view = { viewer: member, origin: originFor(request) };
      const rows = await readWritten(member, written);
      return { response: rows.map((row) => groupPhotoView(row, group, view)) };
    },
    { form: { done: 'Photos added.' }, summary: 'Add photos to a group' },
  ),
  handle(
    calls.deletePhoto,
    shapes.deletePhotoInput,
    noContent,
    (member, { group_id, photo_id }) => deleteGroupPhoto(member, group_id, photo_id),
    { form: { done: 'Photo deleted.' }, summary: 'Delete a photo of a group' },
  ),
];
