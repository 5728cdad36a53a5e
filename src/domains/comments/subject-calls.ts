import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import type { ReactorList } from '#domains/reactions/reactors.rules.ts';
import { formCall } from '#lib/form-call.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { createComment, deleteComment, editComment, readComments } from './comments.calls.ts';
import type { CommentList } from './comments.schema.ts';
import { withPhoto, type CommentCalls } from './comments.store.ts';

interface Subject {
  type: SubjectType;
  id: number;
}

export const commentLimit = 5;
const likerLimit = 20;

/** These calls count pages from 1; threads and dialogs that begin by themselves count from 0. */
async function fromZero(
  page: number,
  ask: (page: number) => Promise<CommentList>,
): Promise<CommentList> {
  const list = await ask(page + 1);
  return { ...list, next_page: list.next_page === null ? null : list.next_page - 1 };
}

/**
 * Comments of anything that is no post, through the general calls. Pages of `list` count from 1, as
 * `readComments` served the first.
 */
export function subjectComments(item: Subject): CommentCalls {
  const subject = wireSubject(item);
  return {
    list: (page) => readComments({ ...subject, page, limit: commentLimit, viewAllComments: 1 }),
    listReplies: (comment_id, from) =>
      fromZero(from, (page) =>
        readComments({ ...subject, comment_id, page, limit: commentLimit, viewAllComments: 1 }),
      ),
    create: (body, comment_id, idempotencyKey, upload) =>
      createComment(...withPhoto({ ...subject, body, comment_id }, idempotencyKey, upload)),
    edit: (comment_id, body) => editComment({ ...subject, comment_id, body }),
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

/** Who reacted to it. */
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
