import type { z } from 'zod';
import { commentFiles, publishComment } from '#domains/comments/compose/new-comment.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { findSubject, subjectNames, toSubject } from '#domains/reactions/subject-fields.api.ts';
import { originFor } from '#server/base-url.ts';
import {
  handle,
  handlePublic,
  handleUpload,
  noContent,
  type Handler,
  type RestRequest,
  type UploadRequest,
} from '#server/handle.ts';
import { readComments } from './comment-list.server.ts';
import * as calls from './comments.calls.ts';
import {
  comment,
  commentDeleteInput,
  commentEditInput,
  commentInput,
  commentList,
  commentsInput,
  feedCommentsInput,
  notifyInput,
} from './comments.schema.ts';
import { deleteComment, editComment, notifyOfComment } from './comments.server.ts';

const writeComment = (
  member: Member,
  { body, comment_id: replyToId, alt, send_notification, ...named }: z.output<typeof commentInput>,
  request: UploadRequest,
) =>
  publishComment(
    member,
    toSubject(named),
    { body, replyToId, alt, isSilent: send_notification === 0 },
    request,
  );

/** The public native client counts pages from 1 everywhere. */
const firstFeedPage = (request: RestRequest) => (request.isNative ? 1 : 0);

/** Text or a photo, and a subject. */
const commentNeeds = ['body', 'filedata0'].flatMap((content) =>
  subjectNames.map((subject) => [...subject, content]),
);

/** The comment's own URL, which redirects to the screen that shows it. */
const screenOf = ({ comment_id }: { comment_id: number }) => `/comments/${comment_id}`;

export const commentsHandlers: Handler[] = [
  handleUpload(calls.createFeedComment, commentFiles, commentInput, comment, writeComment, {
    limit: 'comment',
    aliases: ['/advancedcomments/reply'],
    form: { next: screenOf },
    summary: 'Comment on a post, or reply to a comment on it, with a photo or without',
    needs: commentNeeds,
  }),
  handleUpload(calls.createComment, commentFiles, commentInput, comment, writeComment, {
    limit: 'comment',
    aliases: ['/advancedcomments/comment'],
    form: { next: screenOf },
    summary: 'Comment on any item, or reply to a comment on it, with a photo or without',
    needs: commentNeeds,
  }),
  ...[calls.notifyOfFeedComment, calls.notifyOfComment].map((call) =>
    handle(
      call,
      notifyInput,
      noContent,
      (member, { comment_id, ...named }) => notifyOfComment(member, comment_id, toSubject(named)),
      {
        summary: 'Send the notification of your own comment that was posted silently',
        needs: subjectNames,
      },
    ),
  ),
  handle(
    calls.editComment,
    commentEditInput,
    comment,
    (member, { comment_id, body, ...named }, request) =>
      editComment(member, comment_id, body, findSubject(named), originFor(request)),
    {
      limit: 'comment',
      form: { done: 'Comment changed', next: screenOf },
      summary: 'Change your own comment',
    },
  ),
  handle(
    calls.deleteComment,
    commentDeleteInput,
    noContent,
    (member, { comment_id, ...named }) => deleteComment(member, comment_id, findSubject(named)),
    {
      form: { done: 'Comment deleted' },
      summary: 'Delete a comment and its replies',
    },
  ),
  handlePublic(
    calls.readFeedComments,
    feedCommentsInput,
    commentList,
    (viewer, query, request) =>
      readComments(
        viewer,
        toSubject(query),
        { ...query, commentId: query.comment_id, firstPage: firstFeedPage(request) },
        originFor(request),
      ),
    { summary: 'Comments and likes of a post; pages from 0', needs: subjectNames },
  ),
  handlePublic(
    calls.readComments,
    commentsInput,
    commentList,
    (viewer, query, request) =>
      readComments(
        viewer,
        toSubject(query),
        { ...query, commentId: query.comment_id, firstPage: 1 },
        originFor(request),
      ),
    {
      aliases: ['/advancedcomments/likes-comments'],
      summary: 'Comments and likes of any item; pages from 1',
      needs: subjectNames,
    },
  ),
];
