import { albumsHandlers } from '#domains/media/albums/albums.api.ts';
import { albumAttachments, albumSubject } from '#domains/media/albums/visibility.server.ts';
import { finishVideo } from '#domains/media/videos/finish-video.server.ts';
import { videoQueue } from '#domains/media/videos/videos.server.ts';
import {
  photoSubject,
  reportedMediaAttachments,
  videoSubject,
} from '#domains/media/viewer/attachment-sources.server.ts';
import {
  commentAttachments,
  reportedCommentAttachments,
} from '#domains/media/viewer/comment-photos.server.ts';
import { videoListHandlers } from '#domains/media/viewer/video-list.api.ts';
import { viewerHandlers } from '#domains/media/viewer/viewer.api.ts';
import { defineDomain } from '#server/domain.ts';
import { sweepMedia } from './media-sweep.server.ts';
import { widthsQueue } from './photos.server.ts';
import { addWidths } from './widths.server.ts';

export const mediaDomain = defineDomain({
  name: 'media',
  handlers: [...viewerHandlers, ...videoListHandlers, ...albumsHandlers],
  queues: [
    {
      name: widthsQueue,
      work: (pictures, { signal }) =>
        addWidths((pictures as { mediaIds: number[] }).mediaIds, signal),
    },
    {
      name: videoQueue,
      work: (video, { signal }) =>
        finishVideo(video as { mediaId: number; isTold?: boolean }, signal),
    },
  ],
  fileSweeps: { media: sweepMedia },
  subjects: { photo: photoSubject, video: videoSubject, album: albumSubject },
  attachments: {
    reported_media: reportedMediaAttachments,
    post_comment: commentAttachments,
    reported_comment: reportedCommentAttachments,
    album: albumAttachments,
  },
});
