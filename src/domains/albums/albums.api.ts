import { onWall } from '#domains/containers/container-items.api.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { photoAnswer } from '#domains/lightbox/lightbox.schema.ts';
import { openPhoto } from '#domains/lightbox/lightbox.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { toFieldValues, toFormFields, toWireValues } from '#lib/field-list.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { invalid } from '#server/errors.ts';
import {
  handle,
  handlePublic,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import { deleteAlbum, editAlbum } from './album-changes.server.ts';
import {
  countAlbumView,
  listAlbums,
  readAlbum,
  readOwnAlbum,
  type AlbumQuery,
} from './album-list.server.ts';
import { deletePhoto, editPhoto, listPhotos, rotatePhoto } from './album-photos.server.ts';
import * as calls from './albums.calls.ts';
import { albumFields } from './albums.fields.ts';
import * as shapes from './albums.schema.ts';
import { albumMenu, albumPhotoView, albumView } from './albums.views.server.ts';
import { readContent } from './content.server.ts';
import { albumFiles, uploadPhotos } from './upload.server.ts';

const albumForm = toFormFields(albumFields);
const photosField = { type: 'File', name: 'filedata', label: 'Photos' };

async function browse(
  member: Member,
  query: AlbumQuery,
  origin: string,
): Promise<shapes.AlbumsAnswer> {
  const { total, albums } = await listAlbums(member, query);
  return {
    canCreate: 1,
    totalItemCount: total,
    response: albums.map((row) => albumView(row, { viewer: member, origin })),
  };
}

async function upload(
  member: Member,
  { album_id: named, album: alsoNamed, subject_type, subject_id, ...fields }: shapes.UploadFields,
  request: UploadRequest,
): Promise<shapes.UploadAnswer> {
  if (named && alsoNamed && named !== alsoNamed)
    throw invalid('Two different albums were named.', 'album');
  if (!subject_type !== !subject_id)
    throw invalid('Please name a page by type and id.', 'subject_id');
  const container = subject_id ? await wallOf(subject_type!, subject_id) : undefined;
  const change = toFieldValues(albumFields, fields);
  return uploadPhotos(member, named || alsoNamed || 0, change, request, container);
}

interface Asked {
  gutter_menu?: number | undefined;
  page: number;
  limit: number;
}

async function view(
  viewer: Viewer,
  id: number,
  { gutter_menu, page, limit }: Asked,
  origin: string,
): Promise<shapes.AlbumAnswer> {
  const album = await readAlbum(viewer, id);
  const [photos] = await Promise.all([
    listPhotos(viewer, id, { page, limit }),
    countAlbumView(viewer, album),
  ]);
  return {
    album: albumView(album, { viewer, origin }),
    albumPhotos: photos.map((row) => albumPhotoView(row, album, { viewer, origin })),
    totalPhotoCount: album.photoCount,
    canEdit: album.isManaged ? 1 : 0,
    gutterMenu: gutter_menu ? albumMenu(album) : [],
  };
}

const editSummary = 'Change the title, description, audience or cover of your own album';
const photoSummary =
  'Change the title, description or alternative text of a photo in your own album';

export const albumsHandlers: Handler[] = [
  handle(
    calls.browseAlbums,
    shapes.albumsInput,
    shapes.albumsAnswer,
    (member, { user_id: ownerId, ...query }, request) =>
      browse(
        member,
        { ...query, owner: ownerId ? { type: 'member', id: ownerId } : undefined },
        originFor(request),
      ),
    {
      summary: 'Albums that the caller may see, of everyone or of one member',
    },
  ),
  handle(
    calls.manageAlbums,
    shapes.manageAlbumsInput,
    shapes.albumsAnswer,
    (member, query, request) =>
      browse(member, { ...query, owner: { type: 'member', id: member.id } }, originFor(request)),
    { summary: "The caller's own albums" },
  ),
  handle(
    calls.readSearchForm,
    noInput,
    shapes.formAnswer,
    () =>
      Promise.resolve([
        { type: 'Text', name: 'search', label: 'Search albums', maxlength: 100 },
        {
          type: 'Select',
          name: 'sort',
          label: 'Sort by',
          multiOptions: { recent: 'Recent', popular: 'Popular' },
        },
      ]),
    {
      summary: 'What albums can be searched by',
    },
  ),
  handle(
    calls.readUploadForm,
    shapes.uploadFormInput,
    shapes.formAnswer,
    (_, { album_id }) => Promise.resolve(album_id ? [photosField] : [...albumForm, photosField]),
    { summary: 'What is asked of new photos' },
  ),
  handleUpload(calls.uploadPhotos, albumFiles, shapes.uploadInput, shapes.uploadAnswer, upload, {
    summary: 'Make an album, with photos or empty, or add photos to one',
    needs: [['title'], ['album_id', 'filedata0']],
  }),
  handlePublic(
    calls.readAlbum,
    shapes.albumInput,
    shapes.albumAnswer,
    (viewer, { id, ...asked }, request) => view(viewer, id, asked, originFor(request)),
    { summary: 'One album with a page of its photos' },
  ),
  handlePublic(
    calls.readSubjectAlbum,
    shapes.subjectAlbumInput,
    shapes.albumAnswer,
    (viewer, { subject_id: id, ...asked }, request) => view(viewer, id, asked, originFor(request)),
    { summary: 'The same, by a query field' },
  ),
  handle(
    calls.readAlbumForm,
    shapes.albumIdInput,
    shapes.albumFormAnswer,
    async (member, { id }) => {
      const album = await readOwnAlbum(member, id);
      // That of a container's album is no choice.
      const formValues = { ...toWireValues(albumFields, album), auth_view: album.audience };
      return { form: albumForm, formValues };
    },
    { summary: 'The form of your own album, filled in' },
  ),
  ...[calls.editAlbum, calls.postAlbum].map((call) =>
    handle(
      call,
      shapes.editAlbumInput,
      noContent,
      (member, { id, photo_id: coverId, ...changes }) =>
        editAlbum(member, id, { ...toFieldValues(albumFields, changes), coverId }),
      { summary: editSummary },
    ),
  ),
  handle(
    calls.deleteAlbum,
    shapes.albumIdInput,
    noContent,
    (member, { id }) => deleteAlbum(member, id),
    { summary: 'Delete your own album with its photos' },
  ),
  handlePublic(
    calls.listPhotos,
    shapes.photosInput,
    shapes.photosAnswer,
    async (viewer, { album_id: id, ...page }, request) => {
      const album = await readAlbum(viewer, id);
      const photos = (await listPhotos(viewer, id, page)).map((row) =>
        albumPhotoView(row, album, { viewer, origin: originFor(request) }),
      );
      return {
        totalItemCount: album.photoCount,
        totalPhotoCount: album.photoCount,
        canEdit: album.isManaged ? 1 : 0,
        photos,
        images: photos,
      };
    },
    { summary: 'A page of the photos of an album' },
  ),
  ...[calls.editPhoto, calls.postPhoto].map((call) =>
    handle(
      call,
      shapes.editPhotoInput,
      noContent,
      (member, { photo_id, album_id, title, description: caption, alt }) =>
        editPhoto(member, photo_id, { title, caption, alt }, album_id),
      { summary: photoSummary },
    ),
  ),
  handle(
    calls.deletePhoto,
    shapes.photoIdInput,
    noContent,
    (member, { photo_id, album_id }) => deletePhoto(member, photo_id, album_id),
    { summary: 'Delete a photo of your own album' },
  ),
  handle(
    calls.rotatePhoto,
    shapes.rotateInput,
    photoAnswer,
    async (member, { photo_id: id, album_id, angle }, request) => {
      await rotatePhoto(member, id, angle, album_id);
      return { response: await openPhoto(member, id, originFor(request), album_id) };
    },
    { limit: 'uploadFiles', summary: 'Turn a photo of your own album' },
  ),
  handlePublic(
    calls.readContent,
    shapes.contentInput,
    shapes.contentAnswer,
    onWall((viewer, { subject_type, subject_id, photo_id = 0, ...page }, request) =>
      readContent(
        viewer,
        { type: subject_type, id: subject_id, photoId: photo_id, ...page },
        originFor(request),
      ),
    ),
    { summary: 'The photos of a post, an album or a member, from one of them on' },
  ),
];
