import { albumFiles, readWritten, writePhotos } from '#domains/albums/upload.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { readOpenGroup } from '#domains/groups/one-group.server.ts';
import { photoView, type ItemRow, type View } from '#domains/lightbox/lightbox.views.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, handleUpload, noContent, type Handler } from '#server/handle.ts';
import * as shapes from './group-photos.schema.ts';
import { deleteGroupPhoto, listGroupPhotos, mainAlbum } from './group-photos.server.ts';

function groupPhotoView(row: ItemRow, groupId: number, view: View): shapes.GroupPhoto {
  const photo = photoView(row, view);
  const isOwn = isMember(view.viewer) && view.viewer.id === photo.owner_id;
  return {
    photo_id: row.id,
    group_id: groupId,
    user_id: photo.owner_id,
    owner_title: photo.owner_title,
    title: row.title,
    description: row.description,
    view_count: row.views,
    comment_count: photo.comment_count,
    like_count: photo.like_count,
    is_like: photo.is_like,
    creation_date: photo.creation_date,
    image: photo.image,
    image_normal: photo.image_normal,
    image_profile: photo.image_profile,
    image_icon: photo.image_icon,
    content_url: photo.content_url,
    menu: isOwn
      ? [
          {
            name: 'delete',
            label: 'Delete',
            url: 'groups/photo/delete',
            urlParams: { group_id: groupId, photo_id: row.id },
          },
        ]
      : [],
  };
}

export const photosHandlers: Handler[] = [
  handlePublic(
    calls.listPhotos,
    shapes.photosInput,
    shapes.photosAnswer,
    async (viewer, { group_id, page, limit }, request) => {
      const { total, photos, mayAdd } = await listGroupPhotos(viewer, group_id, { page, limit });
      const view = { viewer, origin: originFor(request) };
      const shown = photos.map((row) => groupPhotoView(row, group_id, view));
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
      await readOpenGroup(member, group_id);
      const album = await mainAlbum(member, group_id);
      const written = await writePhotos(member, album, {}, request, {
        isShared: add_to_feed === 1,
      });
      const view = { viewer: member, origin: originFor(request) };
      const rows = await readWritten(member, written);
      return { response: rows.map((row) => groupPhotoView(row, group_id, view)) };
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
