import { type Handler, handle, handlePublic, noContent, type RestRequest } from '#server/handle.ts';
import { createOnce } from '#server/once.ts';
import { originFor } from '#server/origin-for.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { z } from 'zod';
import { readComments } from './comment-list.server.ts';
import * as calls from './comments.calls.ts';
import { comment, commentDeleteInput, commentEditInput, commentInput, commentList, commentsInput, feedCommentsInput } from './comments.schema.ts';
import { addComment, deleteComment, editComment } from './comments.server.ts';
import { findSubject, subjectOf } from '#domains/reactions/subject-of.server.ts';

const add = (member: Member, { body, comment_id, ...named }: z.output<typeof commentInput>, request: RestRequest) =>
  createOnce(
    request.creation,
    (tx) => addComment(tx, member, subjectOf(named), { body, ...(comment_id === undefined ? {} : { answers: comment_id }) }, originFor(request)),
    { isOneStatement: true },
  );

/** The public native client counts pages from 1 everywhere. */
const firstFeedPage = (request: RestRequest) => (request.isNative ? 1 : 0);

export const commentsHandlers: Handler[] = [
  handle(calls.createFeedComment, commentInput, comment, add, {
    limit: 'comment',
    aliases: ['/advancedcomments/reply'],
    summary: 'Comment on a post, or answer a comment on it',
  }),
  handle(calls.createComment, commentInput, comment, add, {
    limit: 'comment',
    aliases: ['/advancedcomments/comment'],
    summary: 'Comment on any item, or answer a comment on it',
  }),
  handle(
    calls.editComment,
    commentEditInput,
    comment,
    (member, { comment_id, body, ...named }, request) => editComment(member, comment_id, body, findSubject(named), originFor(request)),
    { limit: 'comment', summary: 'Change an own comment' },
  ),
  handle(calls.deleteComment, commentDeleteInput, noContent, (member, { comment_id, ...named }) => deleteComment(member, comment_id, findSubject(named)), {
    summary: 'Delete a comment and its replies',
  }),
  handlePublic(
    calls.readFeedComments,
    feedCommentsInput,
    commentList,
    (viewer, query, request) => readComments(viewer, subjectOf(query), { ...query, firstPage: firstFeedPage(request) }, originFor(request)),
    { summary: 'Comments and likes of a post; pages from 0' },
  ),
  handlePublic(
    calls.readComments,
    commentsInput,
    commentList,
    (viewer, query, request) => readComments(viewer, subjectOf(query), { ...query, firstPage: 1 }, originFor(request)),
    { aliases: ['/advancedcomments/likes-comments'], summary: 'Comments and likes of any item; pages from 1' },
  ),
];
