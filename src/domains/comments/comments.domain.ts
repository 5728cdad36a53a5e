import { defineDomain } from '#server/domain.ts';
import { commentersOf } from './comment-recipients.server.ts';
import { commentsHandlers } from './comments.api.ts';
import { commentSubject, postCommentSubject } from './comments.server.ts';

export const commentsDomain = defineDomain({
  name: 'comments',
  handlers: commentsHandlers,
  commenters: commentersOf,
  subjects: { post_comment: postCommentSubject, comment: commentSubject },
});
