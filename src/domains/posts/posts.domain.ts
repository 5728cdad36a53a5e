import { sweepLinkPreviews } from '#domains/posts/links/link-lookup.server.ts';
import { linkPreviewHandlers } from '#domains/posts/links/link-preview.api.ts';
import { linkPreviewQueue, previewLink } from '#domains/posts/links/link-preview.server.ts';
import { scheduleHandlers } from '#domains/posts/schedule/schedule.api.ts';
import { publishDue, publishQueue } from '#domains/posts/schedule/schedule.server.ts';
import { videoChangesHandlers } from '#domains/posts/video/video-changes.api.ts';
import { videoPostHandlers } from '#domains/posts/video/video-post.api.ts';
import { defineDomain } from '#server/domain.ts';
import { shareFriendship } from './friendship-activity.server.ts';
import { readLastStatus } from './last-status.server.ts';
import { shareAddedPhotos } from './photo-activity.server.ts';
import { sweepPostTombstones } from './post-tombstones.server.ts';
import { postsHandlers } from './posts.api.ts';
import {
  mutablePost,
  postAttachments,
  postSubject,
  reportedPostAttachments,
  scheduledPostAttachments,
} from './visibility.server.ts';

export const postsDomain = defineDomain({
  name: 'posts',
  handlers: [
    ...postsHandlers,
    ...videoPostHandlers,
    ...videoChangesHandlers,
    ...linkPreviewHandlers,
    ...scheduleHandlers,
  ],
  queues: [
    // Each scheduled post brings its own job; the look every minute is for one that was lost.
    { name: publishQueue, schedule: '* * * * *', work: publishDue },
    {
      name: linkPreviewQueue,
      atOnce: 4,
      work: (link) => previewLink(link as { attachmentId: number }),
    },
  ],
  sweeps: { deletedPosts: sweepPostTombstones, linkPreviews: sweepLinkPreviews },
  subjects: { post: postSubject },
  mutable: { post: mutablePost },
  attachments: {
    post: postAttachments,
    reported_post: reportedPostAttachments,
    scheduled_post: scheduledPostAttachments,
  },
  findLastStatus: readLastStatus,
  onFriendshipAccepted: shareFriendship,
  onPhotosAdded: shareAddedPhotos,
});
