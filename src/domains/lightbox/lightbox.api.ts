import { originFor } from '#server/base-url.ts';
import { handlePublic, type Handler } from '#server/handle.ts';
import * as calls from './lightbox.calls.ts';
import {
  lightboxInput,
  lightboxSet,
  photoAnswer,
  photoInput,
  videoAnswer,
  videoInput,
} from './lightbox.schema.ts';
import { openLightboxSet, openPhoto, openVideo } from './lightbox.server.ts';
import { videoMenu, videoView } from './lightbox.views.server.ts';

export const lightboxHandlers: Handler[] = [
  handlePublic(
    calls.readLightbox,
    lightboxInput,
    lightboxSet,
    (viewer, { type, id, subject_type, subject_id, owner_id, owner_type }, request) =>
      openLightboxSet(
        viewer,
        {
          type,
          id,
          subjectType: subject_type,
          subjectId: subject_id,
          ownerId: owner_id,
          ownerType: owner_type,
        },
        originFor(request),
      ),
    {
      summary:
        'The photos or videos of a post, an album, a member or a page, to step through, from the one that is opened',
    },
  ),
  handlePublic(
    calls.readPhoto,
    photoInput,
    photoAnswer,
    async (viewer, { photo_id, album_id }, request) => ({
      response: await openPhoto(viewer, photo_id, originFor(request), album_id),
    }),
    { summary: 'One photo, with its numbers' },
  ),
  handlePublic(
    calls.readVideo,
    videoInput,
    videoAnswer,
    async (viewer, { id, gutter_menu }, request) => {
      const row = await openVideo(viewer, id);
      return {
        response: videoView(row, { viewer, origin: originFor(request) }),
        gutterMenu: gutter_menu === 1 ? videoMenu(row, viewer) : [],
      };
    },
    { aliases: ['/videos/view/:id'], summary: 'One uploaded video, with its numbers' },
  ),
];
