import { finishVideo } from '#domains/media/videos/finish-video.server.ts';
import { videoQueue } from '#domains/media/videos/videos.server.ts';
import { defineDomain } from '#server/domain.ts';
import { widthsQueue } from './photos.server.ts';
import { pruneMedia } from './prune-media.server.ts';
import { addWidths } from './widths.server.ts';

export const mediaDomain = defineDomain({
  name: 'media',
  queues: [
    {
      name: widthsQueue,
      work: (pictures, { signal }) =>
        addWidths((pictures as { mediaIds: number[] }).mediaIds, signal),
    },
    {
      name: videoQueue,
      work: (video, { signal }) =>
        finishVideo(video as { mediaId: number; isNotified?: boolean }, signal),
    },
  ],
  filePrunes: { media: pruneMedia },
});
