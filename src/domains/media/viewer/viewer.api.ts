import { originFor } from '#server/base-url.ts';
import { handlePublic, type Handler } from '#server/handle.ts';
import * as calls from './viewer.calls.ts';
import {
  photoAnswer,
  photoInput,
  videoAnswer,
  videoInput,
  viewerInput,
  viewerSet,
} from './viewer.schema.ts';
import { lookAtPhoto, lookAtVideo, openViewerSet } from './viewer.server.ts';

export const viewerHandlers: Handler[] = [
  handlePublic(
    calls.readViewer,
    viewerInput,
    viewerSet,
    (viewer, { type, id, subject_type, subject_id, owner_id }, request) =>
      openViewerSet(
        viewer,
        { type, id, subjectType: subject_type, subjectId: subject_id, ownerId: owner_id },
        originFor(request),
      ),
    {
      summary:
        'The photos or videos of a post, an album or a member, to step through, from the one that is opened',
    },
  ),
  handlePublic(
    calls.readPhoto,
    photoInput,
    photoAnswer,
    async (viewer, { photo_id, album_id }, request) => ({
      response: await lookAtPhoto(viewer, photo_id, originFor(request), album_id),
    }),
    { summary: 'One photo, with its numbers' },
  ),
  handlePublic(
    calls.readVideo,
    videoInput,
    videoAnswer,
    async (viewer, { id }, request) => ({
      response: await lookAtVideo(viewer, id, originFor(request)),
      gutterMenu: [],
    }),
    { aliases: ['/videos/view/:id'], summary: 'One uploaded video, with its numbers' },
  ),
];
