import { ofContainer } from '#domains/containers/container-items.server.ts';
import { defineDomain } from '#server/domain.ts';
import { minute } from '#server/limits.ts';
import { commenters } from './comment-recipients.server.ts';
import { commentSubject, postCommentSubject } from './comment-subjects.server.ts';
import { commentsHandlers } from './comments.api.ts';

export const commentsDomain = defineDomain({
  name: 'comments',
  handlers: commentsHandlers,
  limits: {
    comment: [[60, 10 * minute]],
  },
  commenters: commenters,
  containerRows: { comments: ofContainer },
  subjects: { post_comment: postCommentSubject, comment: commentSubject },
});
