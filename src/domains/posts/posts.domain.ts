import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { friendEvents } from '#domains/live/friend-events.server.ts';
import { activityPosts } from '#domains/posts/activities/activity-posts.server.ts';
import { shareAddedPhotos } from '#domains/posts/activities/photo-activity.server.ts';
import { postNotifications } from '#domains/posts/announcements/post-notifications.server.ts';
import {
  dayCountsQueue,
  repairContainerDays,
} from '#domains/posts/containers/container-day-counts.server.ts';
import { containerPostChoices } from '#domains/posts/containers/container-post-choices.server.ts';
import {
  compareContainerPosts,
  postCountsQueue,
} from '#domains/posts/containers/container-post-counts.server.ts';
import { postTotal } from '#domains/posts/containers/post-total.server.ts';
import { reassignPosts } from '#domains/posts/containers/reassign-posts.server.ts';
import { prunePostTombstones } from '#domains/posts/feed/feed.server.ts';
import { pruneLinkPreviews } from '#domains/posts/links/link-lookup.server.ts';
import { linkPreviewHandlers } from '#domains/posts/links/link-preview.api.ts';
import { linkPreviewQueue, previewLink } from '#domains/posts/links/link-preview.server.ts';
import { pendingPostsHandlers } from '#domains/posts/pending/pending-posts.api.ts';
import { postPages } from '#domains/posts/public/cache-tags.ts';
import { countSitemapPages, listSitemapPage } from '#domains/posts/public/public-posts.server.ts';
import { publishDue, publishQueue } from '#domains/posts/schedule/publish-due.server.ts';
import { scheduleHandlers } from '#domains/posts/schedule/schedule.api.ts';
import { shareKind } from '#domains/posts/share/share-post.server.ts';
import { videoChangesHandlers } from '#domains/posts/video/video-changes.api.ts';
import { videoPostHandlers } from '#domains/posts/video/video-post.api.ts';
import { defineDomain } from '#server/domain.ts';
import { day, minute } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { readLastStatus } from './last-status.server.ts';
import {
  pendingPostAttachments,
  postAttachments,
  reportedPostAttachments,
  scheduledPostAttachments,
} from './post-attachments.server.ts';
import { mutablePost, postSubject } from './post-subject.server.ts';
import { postsHandlers } from './posts.api.ts';

export const postsDomain = defineDomain({
  name: 'posts',
  handlers: [
    ...postsHandlers,
    ...videoPostHandlers,
    ...videoChangesHandlers,
    ...linkPreviewHandlers,
    ...scheduleHandlers,
    ...pendingPostsHandlers,
  ],
  liveEvents: { post: friendEvents('posts') },
  beforePurge: reassignPosts,
  limits: {
    post: [
      [30, 10 * minute],
      [200, day],
    ],
    linkPreview: [[20, minute]],
  },
  queues: [
    {
      name: postCountsQueue,
      schedule: '33 3 * * *',
      work: async () => void (await compareContainerPosts()),
    },
    {
      name: dayCountsQueue,
      schedule: '13 3 * * *',
      work: async () => void (await repairContainerDays()),
    },
    // Each scheduled post has its own job; the job every minute finds those whose job was lost.
    { name: publishQueue, schedule: '* * * * *', work: publishDue },
    postNotifications,
    {
      name: linkPreviewQueue,
      concurrency: 4,
      work: (link) => previewLink(link as { attachmentId: number }),
    },
  ],
  containerRows: {
    posts: ({ type, id }) => sql`object_type = ${type} and object_id = ${id}`,
    pending_posts: ({ type, id }) => sql`target_type = ${type} and target_id = ${id}`,
  },
  leaverRows: {
    // Not those in its name, which are its own.
    posts: ({ type, id, memberId, before }) => sql`
      audience = 'container'
      and object_type = ${type}
      and object_id = ${id}
      and author_id = ${memberId}
      and subject_type = 'member'
      and sort_key < ${before}::bigint`,
  },
  prunes: { deletedPosts: prunePostTombstones, linkPreviews: pruneLinkPreviews },
  notificationChoices: containerPostChoices,
  notificationPaths: { post_pending: (type, id) => findContainerKind(type)?.pendingPath?.(id) },
  cachedPages: [postPages],
  postTotal,
  sitemaps: { posts: { countPages: countSitemapPages, listPage: listSitemapPage } },
  subjects: { post: postSubject },
  mutable: { post: mutablePost },
  attachments: {
    post: postAttachments,
    reported_post: reportedPostAttachments,
    scheduled_post: scheduledPostAttachments,
    pending_post: pendingPostAttachments,
  },
  activities: [shareKind],
  activityPosts,
  findLastStatus: readLastStatus,
  onPhotosAdded: shareAddedPhotos,
});
