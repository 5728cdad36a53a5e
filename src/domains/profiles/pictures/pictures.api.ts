import { wallOf } from '#domains/containers/container-items.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { removeContainerPicture } from '#domains/containers/pictures.server.ts';
import type { PictureKind } from '#domains/media/picture-shapes.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { noInput } from '#lib/fields.ts';
import { fromWireType } from '#lib/wire-names.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden, notFound } from '#server/errors.ts';
import {
  handle,
  handleUpload,
  noContent,
  type Handler,
  type RestRequest,
  type UploadRequest,
} from '#server/handle.ts';
import { readContainerPictures, saveContainerPicture } from './container-pictures.server.ts';
import * as calls from './pictures.calls.ts';
import {
  coverInput,
  coverMenuAnswer,
  coverMenuInput,
  externalPhotoInput,
  photoForm,
  photoInput,
  picturesAnswer,
  subjectCoverInput,
  subjectInput,
} from './pictures.schema.ts';
import {
  pictureFiles,
  readOwnPictures,
  removePicture,
  savePicture,
  setAvatarFromPhoto,
} from './pictures.server.ts';
import {
  containerPicturesView,
  memberPicturesView,
  pictureMenus,
} from './pictures.views.server.ts';

const readPictures = async (member: Member, request: RestRequest) =>
  memberPicturesView(member, await readOwnPictures(member), originFor(request));

async function save(member: Member, kind: PictureKind, request: UploadRequest) {
  await savePicture(member, kind, request.files, request.folder);
  return readPictures(member, request);
}

interface NamedSubject {
  subject_id: number;
  subject_type: string;
}

/** The container of that name; undefined for the member's own profile, the only one they may name. */
async function toContainer(
  member: Member,
  { subject_id: id, subject_type }: NamedSubject,
): Promise<ContainerRef | undefined> {
  const type = fromWireType(subject_type);
  if (type && type !== 'member' && findContainerKind(type)) return wallOf(type, id);
  if (type !== 'member') throw notFound();
  if (id !== member.id) throw forbidden();
  return undefined;
}

export const picturesHandlers: Handler[] = [
  handle(
    calls.readPhotoForm,
    noInput,
    photoForm,
    async (member, _, request) => {
      const { response } = await readPictures(member, request);
      return {
        ...response,
        user_id: member.id,
        displayname: member.displayname,
        form: [{ type: 'File', name: 'photo', label: 'Choose a photo', hasValidator: true }],
      };
    },
    { summary: "The caller's photo and cover" },
  ),
  handleUpload(
    calls.savePhoto,
    pictureFiles,
    photoInput,
    picturesAnswer,
    (member, _, request) => save(member, 'profile', request),
    {
      summary: "Change the caller's photo",
      needs: [['photo']],
    },
  ),
  handle(calls.removePhoto, noInput, noContent, (member) => removePicture(member, 'profile'), {
    summary: "Remove the caller's photo",
  }),
  handleUpload(
    calls.saveCover,
    pictureFiles,
    coverInput,
    picturesAnswer,
    async (member, { user_id: subject_id = member.id, special }, request) => {
      if (subject_id !== member.id) throw forbidden();
      return save(member, special, request);
    },
    {
      aliases: ['/user/profilepage/upload-cover-photo'],
      summary: "Change the caller's cover",
      needs: [['photo']],
    },
  ),
  handleUpload(
    calls.saveCoverOf,
    pictureFiles,
    subjectCoverInput,
    picturesAnswer,
    async (member, { special, ...subject }, request) => {
      const container = await toContainer(member, subject);
      if (!container) return save(member, special, request);
      await saveContainerPicture(member, container, special, request);
      const pictures = await readContainerPictures(member, container);
      return containerPicturesView(container.id, pictures, originFor(request));
    },
    { summary: 'Change the cover of what the caller owns', needs: [['photo']] },
  ),
  handle(
    calls.removeCover,
    subjectInput,
    noContent,
    async (member, subject) => {
      const container = await toContainer(member, subject);
      if (container) await removeContainerPicture(member, container, 'cover');
      else await removePicture(member, 'cover');
    },
    { summary: 'Remove the cover of what the caller owns' },
  ),
  handle(
    calls.readCoverMenu,
    coverMenuInput,
    coverMenuAnswer,
    async (member, { special, ...subject }) => {
      const type = fromWireType(subject.subject_type);
      // Pictures of somebody else offer no choices, whoever they are.
      if (!type || (type === 'member' && subject.subject_id !== member.id)) throw notFound();
      const container = await toContainer(member, subject);
      const pictures = await (container
        ? readContainerPictures(member, container)
        : readOwnPictures(member));
      return { response: pictureMenus({ type, id: subject.subject_id }, pictures, special) };
    },
    { summary: 'What the caller may do with their photo and cover' },
  ),
  handle(
    calls.setAvatarFromPhoto,
    externalPhotoInput,
    noContent,
    (member, { photo }) => setAvatarFromPhoto(member, photo),
    { summary: 'Use one of your own photos, of an album or a post, as your profile photo' },
  ),
];
