import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import type { ReactorList } from '#domains/reactions/reactors.model.ts';
import { formCall } from '#lib/form-call.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { withPhoto, type CommentCalls } from './comment-calls.ts';
import { createComment, deleteComment, editComment, readComments } from './comments.calls.ts';
import { toComment, toCommentPage, toPlainComment } from './comments.model.ts';
import type { CommentList } from './comments.schema.ts';

interface Subject {
  type: SubjectType;
  id: number;
}

export const commentLimit = 5;
const likerLimit = 20;

/** These calls count pages from 1; threads and dialogs count from 0. */
async function fromZero(
  page: number,
  ask: (page: number) => Promise<CommentList>,
): Promise<CommentList> {
  const list = await ask(page + 1);
  return { ...list, next_page: list.next_page === null ? null : list.next_page - 1 };
}

/**
 * Comments of every subject but posts, through the general calls. Pages of `list` count from 1,
 * since `readComments` served the first.
 */
export function subjectComments(item: Subject): CommentCalls {
  const subject = wireSubject(item);
  return {
    list: (page) =>
      readComments({ ...subject, page, limit: commentLimit, viewAllComments: 1 }).then(
        toCommentPage,
      ),
    listReplies: (comment_id, from) =>
      fromZero(from, (page) =>
        readComments({ ...subject, comment_id, page, limit: commentLimit, viewAllComments: 1 }),
      ).then(toCommentPage),
    create: (body, comment_id, idempotencyKey, upload) =>
      createComment(...withPhoto({ ...subject, body, comment_id }, idempotencyKey, upload)).then(
        toComment,
      ),
    edit: (comment_id, body) => editComment({ ...subject, comment_id, body }).then(toPlainComment),
    remove: (comment_id) => deleteComment({ ...subject, comment_id }),
    listLikers: (comment_id, { page: from, ...query }) =>
      fromZero(from, (page) =>
        readComments({
          ...subject,
          comment_id,
          ...query,
          page,
          limit: likerLimit,
          viewAllComments: 0,
          viewAllLikes: 1,
        }),
      ),
    like: (comment_id, isLiked) =>
      (isLiked ? likeSubject : unlikeSubject)({ ...subject, comment_id }),
    createCall: (comment_id) => formCall(createComment, { ...subject, comment_id }),
    likeCall: (comment_id, isLiked) =>
      reactionCall({ ...subject, comment_id }, isLiked ? 'like' : 'none'),
  };
}

/** Lists the reactors of a subject. */
export function subjectReactors(item: Subject): ReactorList {
  const subject = wireSubject(item);
  return ({ page: from, ...query }) =>
    fromZero(from, (page) =>
      readComments({
        ...subject,
        ...query,
        page,
        limit: likerLimit,
        viewAllComments: 0,
        viewAllLikes: 1,
      }),
    );
}
