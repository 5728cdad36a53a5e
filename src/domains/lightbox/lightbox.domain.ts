import { videoListHandlers } from '#domains/lightbox/videos/video-list.api.ts';
import { defineDomain } from '#server/domain.ts';
import { commentAttachments, reportedCommentAttachments } from './comment-photos.server.ts';
import { lightboxHandlers } from './lightbox.api.ts';
import { photoSubject, reportedMediaAttachments, videoSubject } from './media-subjects.server.ts';

export const lightboxDomain = defineDomain({
  name: 'lightbox',
  handlers: [...lightboxHandlers, ...videoListHandlers],
  subjects: { photo: photoSubject, video: videoSubject },
  attachments: {
    reported_media: reportedMediaAttachments,
    post_comment: commentAttachments,
    reported_comment: reportedCommentAttachments,
  },
});
