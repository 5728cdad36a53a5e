import { finishVideo } from '#domains/media/videos/finish-video.server.ts';
import { videoQueue } from '#domains/media/videos/videos.server.ts';
import { defineDomain } from '#server/domain.ts';
import { createVariants } from './image-variants.server.ts';
import { imageVariantsQueue } from './photos.server.ts';
import { pruneMedia } from './prune-media.server.ts';

export const mediaDomain = defineDomain({
  name: 'media',
  queues: [
    {
      name: imageVariantsQueue,
      work: (pictures, { signal }) =>
        createVariants((pictures as { mediaIds: number[] }).mediaIds, signal),
    },
    {
      name: videoQueue,
      work: (video, { signal }) =>
        finishVideo(video as { mediaId: number; isNotified?: boolean }, signal),
    },
  ],
  filePrunes: { media: pruneMedia },
});
