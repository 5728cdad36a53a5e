import { defineDomain } from '#server/domain.ts';
import { commentsHandlers } from './comments.api.ts';
import { commentSubject, postCommentSubject } from './comments.server.ts';

export const commentsDomain = defineDomain({
  name: 'comments',
  handlers: commentsHandlers,
  subjects: { activity_comment: postCommentSubject, core_comment: commentSubject },
});
