import {
  createContainerAlbum,
  deleteAlbum,
  editAlbum,
} from '#domains/albums/album-changes.server.ts';
import {
  countAlbumView,
  listAlbums,
  readAlbum,
  type AlbumRow,
} from '#domains/albums/album-list.server.ts';
import { deletePhoto, editPhoto, listPhotos } from '#domains/albums/album-photos.server.ts';
import { readWritten, writePhotos } from '#domains/albums/upload.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef, readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { pagePath } from '#domains/sitepages/page-paths.ts';
import { hasApp, mayAddPagePhotos, mayModeratePage } from '#domains/sitepages/sitepages.rules.ts';
import { originFor } from '#server/base-url.ts';
import { notFound } from '#server/errors.ts';
import { handle, handleUpload, noContent, type Handler } from '#server/handle.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import * as calls from './page-photos.calls.ts';
import * as shapes from './page-photos.schema.ts';
import { pageAlbumMenu, pageAlbumView, pagePhotoView } from './page-photos.views.server.ts';

const pagePhotoFiles: FileRules = {
  fields: /^(data|photo|filedata)\d{0,3}$/,
  takes: 'pictures',
  max: 10,
};

/** An album of that page, or not found; forbidden if the page is closed to the member. */
async function readAlbumOf(member: Member, pageId: number, albumId: number): Promise<AlbumRow> {
  await readOpenPage(member, pageId);
  return readAlbum(member, albumId, pageRef(pageId));
}

export const pagePhotosHandlers: Handler[] = [
  handle(
    calls.listPageAlbums,
    shapes.pageAlbumsInput,
    shapes.pageAlbumsAnswer,
    async (member, { id, page, itemCount, limit = itemCount }, request) => {
      const shown = await readOpenPage(member, id);
      if (!hasApp(shown, 'photos') && !mayModeratePage(shown)) throw notFound();
      const { total, albums } = await listAlbums(member, { owner: pageRef(id), page, limit });
      const view = { viewer: member, origin: originFor(request) };
      return {
        canUpload: mayAddPagePhotos(shown) ? 1 : 0,
        totalItemCount: total,
        response: albums.map((row) => pageAlbumView(row, view)),
      };
    },
    { summary: 'Albums of a page' },
  ),
  handle(
    calls.readPageAlbum,
    shapes.pageAlbumInput,
    shapes.pageAlbumAnswer,
    async (member, { id, albumId, page, itemCount_photo, limit = itemCount_photo }, request) => {
      const album = await readAlbumOf(member, id, albumId);
      const [rows] = await Promise.all([
        listPhotos(member, albumId, { page, limit }),
        countAlbumView(member, album),
      ]);
      const view = { viewer: member, origin: originFor(request) };
      const photos = rows.map((row) => pagePhotoView(row, album, view));
      return {
        album: pageAlbumView(album, view),
        albumPhotos: photos,
        photos,
        totalPhotoCount: album.photoCount,
        canEdit: album.isManaged ? 1 : 0,
        gutterMenu: pageAlbumMenu(album),
      };
    },
    { summary: 'One album of a page with a page of its photos' },
  ),
  handle(
    calls.addPageAlbum,
    shapes.addAlbumInput,
    shapes.addedAlbumAnswer,
    async (member, { id, title, description }, request) => {
      const albumId = await createContainerAlbum(member, pageRef(id), { title, description });
      const view = { viewer: member, origin: originFor(request) };
      return { response: pageAlbumView(await readAlbum(member, albumId), view) };
    },
    {
      limit: 'uploadFiles',
      form: {
        done: 'Album created.',
        next: ({ response }) => `/pages/${response.page_id}/albums/${response.album_id}`,
      },
      summary: 'Create an album of your own page',
    },
  ),
  handleUpload(
    calls.addPagePhotos,
    pagePhotoFiles,
    shapes.addPhotosInput,
    shapes.addedPhotosAnswer,
    async (member, { page_id, album_id, add_to_feed }, request) => {
      const album = await readAlbumOf(member, page_id, album_id);
      const isShared = add_to_feed === 1;
      const written = await writePhotos(member, album_id, {}, request, { isShared });
      const view = { viewer: member, origin: originFor(request) };
      const rows = await readWritten(member, written);
      return { response: rows.map((row) => pagePhotoView(row, album, view)) };
    },
    {
      form: { done: 'Photos added.' },
      summary: 'Add photos to an album of your own page',
    },
  ),
  handle(
    calls.editPageAlbum,
    shapes.editPageAlbumInput,
    noContent,
    async (member, { page_id, album_id, title, description, photo_id: coverId }) => {
      await readAlbumOf(member, page_id, album_id);
      await editAlbum(member, album_id, { title, description, coverId });
    },
    { form: { done: 'Your changes were saved.' }, summary: 'Change an album of your own page' },
  ),
  handle(
    calls.deletePageAlbum,
    shapes.pageAlbumIdInput,
    noContent,
    async (member, { page_id, album_id }) => {
      await readAlbumOf(member, page_id, album_id);
      await deleteAlbum(member, album_id);
    },
    {
      form: { done: 'Album deleted.', next: (_, { page_id }) => pagePath(page_id, 'photos') },
      summary: 'Delete an album of your own page with its photos',
    },
  ),
  handle(
    calls.editPagePhoto,
    shapes.editPagePhotoInput,
    noContent,
    async (member, { page_id, album_id, photo_id, title, description: caption }) => {
      await readAlbumOf(member, page_id, album_id);
      await editPhoto(member, photo_id, { title, caption }, album_id);
    },
    { form: { done: 'Your changes were saved.' }, summary: 'Change a photo of your own page' },
  ),
  handle(
    calls.deletePagePhoto,
    shapes.pagePhotoIdInput,
    noContent,
    async (member, { page_id, album_id, photo_id }) => {
      await readAlbumOf(member, page_id, album_id);
      await deletePhoto(member, photo_id, album_id);
    },
    { form: { done: 'Photo deleted.' }, summary: 'Delete a photo of your own page' },
  ),
];
