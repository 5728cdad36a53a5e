import { useMemo } from 'react';
import { withPhoto, type CommentCalls } from '#domains/comments/comment-calls.ts';
import {
  createFeedComment,
  deleteComment,
  editComment,
  readFeedComments,
} from '#domains/comments/comments.calls.ts';
import { toComment, toCommentPage, toPlainComment } from '#domains/comments/comments.model.ts';
import {
  CommentThread,
  type CommentThreadProps,
} from '#domains/comments/thread/CommentThread.island.tsx';
import { likePost, postRef, unlikePost } from '#domains/posts/posts.calls.ts';
import { postSubject } from '#domains/posts/posts.store.ts';
import { formCall } from '#lib/form-call.ts';

const limit = 5;

const toCalls = (post: ReturnType<typeof postRef>): CommentCalls => ({
  list: (page) =>
    readFeedComments({ ...post, page, limit, viewAllComments: 1 }).then(toCommentPage),
  listReplies: (comment_id, page) =>
    readFeedComments({ ...post, comment_id, page, limit, viewAllComments: 1 }).then(toCommentPage),
  create: (body, comment_id, idempotencyKey, upload) =>
    createFeedComment(...withPhoto({ ...post, body, comment_id }, idempotencyKey, upload)).then(
      toComment,
    ),
  edit: (comment_id, body) => editComment({ ...post, comment_id, body }).then(toPlainComment),
  remove: (comment_id) => deleteComment({ ...post, comment_id }),
  listLikers: (comment_id, query) =>
    readFeedComments({
      ...post,
      comment_id,
      ...query,
      limit: 20,
      viewAllComments: 0,
      viewAllLikes: 1,
    }),
  like: (comment_id, isLiked) => (isLiked ? likePost : unlikePost)({ ...post, comment_id }),
  createCall: (comment_id) => formCall(createFeedComment, { ...post, comment_id }),
  likeCall: (comment_id, isLiked) =>
    formCall(isLiked ? likePost : unlikePost, { ...post, comment_id }),
});

export type PostCommentsProps = Omit<CommentThreadProps, 'subject' | 'calls'> & { postId: number };

/** The comments of one post. */
export function PostComments({ postId, ...thread }: PostCommentsProps) {
  const calls = useMemo(() => toCalls(postRef(postId)), [postId]);
  return <CommentThread {...thread} subject={postSubject(postId)} calls={calls} />;
}
