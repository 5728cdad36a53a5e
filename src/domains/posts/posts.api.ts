import { z } from 'zod';
import { deleteComment } from '#domains/comments/comments.server.ts';
import { onWall } from '#domains/containers/container-items.api.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { announcePost } from '#domains/posts/announcements/announce.server.ts';
import { feedAnswer, feedInput, feedPage, pinnedInput } from '#domains/posts/feed/feed.schema.ts';
import { countFeed, readFeed, readPinned } from '#domains/posts/feed/feed.server.ts';
import { feelingCatalogue } from '#domains/posts/feelings/feelings.schema.ts';
import { catalogueView } from '#domains/posts/feelings/feelings.ts';
import { hideItem, unhideItem } from '#domains/posts/hidden/hidden.server.ts';
import { isPending, pendingText } from '#domains/posts/pending/pending.rules.ts';
import { togglePinned } from '#domains/posts/pinned/pinned-posts.server.ts';
import { toggleSaved } from '#domains/posts/saved/saved.server.ts';
import { shareItem } from '#domains/posts/share/share-post.server.ts';
import { edited, editInput } from '#domains/posts/writing/edit-post.schema.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { postCreated, postInput, type PostFields } from '#domains/posts/writing/new-post.schema.ts';
import { photoFiles, publishPost } from '#domains/posts/writing/new-post.server.ts';
import { toSentPost, toTarget } from '#domains/posts/writing/post-fields.api.ts';
import { reactionSummary, type SubjectType } from '#domains/reactions/reactions.schema.ts';
import { notifyOfReaction, react, unreact } from '#domains/reactions/reactions.server.ts';
import { reactionSummaryView } from '#domains/reactions/reactions.views.server.ts';
import { share } from '#domains/shares/shares.calls.ts';
import { shared, shareInput } from '#domains/shares/shares.schema.ts';
import { flag } from '#lib/shapes.ts';
import { originFor } from '#server/base-url.ts';
import { httpError, notFound } from '#server/errors.ts';
import {
  handle,
  handlePublic,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import { withIdempotencyKey } from '#server/idempotency.ts';
import { noContentWith } from '#server/responses.ts';
import type { Subject } from '#server/subjects.ts';
import * as calls from './posts.calls.ts';
import {
  announced,
  deleteInput,
  hidden,
  hideInput,
  likeInput,
  postIdInput,
  unlikeInput,
} from './posts.schema.ts';
import { deletePost, readPost, toggleComments, toggleSharing } from './posts.server.ts';
import { removeOwnTag } from './remove-tag.server.ts';

interface Named {
  action_id?: number | undefined;
  comment_id?: number | undefined;
}

/** The comment if the call names one, with its post if named, else the post. */
function toSubject({ action_id, comment_id }: Named): {
  type: SubjectType;
  id: number;
  parent?: Subject;
} {
  const post = action_id === undefined ? undefined : { type: 'post' as const, id: action_id };
  if (comment_id !== undefined)
    return { type: 'post_comment', id: comment_id, ...(post ? { parent: post } : {}) };
  if (!post) throw httpError('parameter_missing', 'Parameter missing: action_id');
  return post;
}

const createPost = onWall((member: Member, fields: PostFields, request: UploadRequest) =>
  publishPost(member, toSentPost(fields), request),
);

const postOrComment = [['action_id'], ['comment_id']];

/** Anchor of the card or comment on any screen that shows it. */
const anchorOf = ({ action_id, comment_id }: Named) =>
  comment_id === undefined ? `${action_id}-author` : `comment-${comment_id}`;

export const postsHandlers: Handler[] = [
  handlePublic(
    calls.readFeedPage,
    feedInput,
    feedAnswer,
    async (viewer, { wall: named, ...fields }, request) => {
      const query = { ...fields, wall: named && (await wallOf(named.type, named.id)) };
      return query.isOnlyCount && query.postId === undefined
        ? countFeed(viewer, query)
        : readFeed(viewer, query, originFor(request));
    },
    { summary: 'A page of a feed, or one post' },
  ),
  handleUpload(calls.createPost, photoFiles, postInput, postCreated, createPost, {
    limit: 'post',
    form: {
      done: 'Post Created',
      otherwise: { text: pendingText, applies: ({ response }) => isPending(response) },
    },
    summary: 'Write a post, with photos or without',
    needs: [['body'], ['uri'], ['video_id'], ['filedata0']],
  }),
  handle(
    calls.deletePost,
    deleteInput,
    noContent,
    (member, named) => {
      const { type, id, parent } = toSubject(named);
      return type === 'post'
        ? deletePost(member, id)
        : deleteComment(member, id, parent && { type: 'post', id: parent.id });
    },
    {
      form: { done: 'Post deleted successfully', next: () => '/home' },
      summary: 'Delete a post, or a comment on one',
      needs: postOrComment,
    },
  ),
  handle(
    calls.editPost,
    editInput,
    noContentWith(edited),
    async (
      member,
      { action_id, body, auth_view: audience, is_paid, alt: alts, modified_date: seen },
      request,
    ) => {
      const isPaid = is_paid === undefined ? undefined : is_paid === 1;
      await editPost(member, action_id, { body, audience, isPaid, alts, seen });
      return { response: await readPost(member, action_id, originFor(request)) };
    },
    {
      limit: 'post',
      aliases: ['/advancedactivity/editfeed'],
      form: {
        done: 'Post updated successfully',
        next: (_, { action_id }) => `/posts/${action_id}`,
      },
      summary: 'Change the text, the audience or the descriptions of the photos of your own post',
    },
  ),
  handle(
    calls.likePost,
    likeInput,
    reactionSummary,
    async (member, input, request) => {
      const { type, id, parent } = toSubject(input);
      return reactionSummaryView(
        await react(member, type, id, input.reaction, parent, input.sendNotification === 0),
        originFor(request),
      );
    },
    {
      limit: 'reaction',
      form: { anchor: anchorOf },
      summary: 'React to a post, or to a comment on one',
      needs: postOrComment,
    },
  ),
  handle(
    calls.unlikePost,
    unlikeInput,
    reactionSummary,
    async (member, input, request) => {
      const { type, id, parent } = toSubject(input);
      return reactionSummaryView(await unreact(member, type, id, parent), originFor(request));
    },
    {
      limit: 'reaction',
      form: { anchor: anchorOf },
      summary: 'Take the reaction back',
      needs: postOrComment,
    },
  ),
  handle(
    calls.notifyOfLike,
    postIdInput,
    noContent,
    (member, { action_id }) => notifyOfReaction(member, 'post', action_id),
    { summary: 'Notify the author of a reaction that was silent' },
  ),
  handle(
    calls.hideItem,
    hideInput,
    noContentWith(hidden),
    (member, { id, type }) => hideItem(member, type, id),
    {
      form: { done: 'Post hidden successfully', next: () => '/home' },
      summary: 'Hide a post, or all of one member, from your own feed',
    },
  ),
  handle(
    calls.unhideItem,
    hideInput,
    noContent,
    (member, { id, type }) => unhideItem(member, type, id),
    { summary: 'Show it again' },
  ),
  handle(
    share,
    shareInput,
    noContentWith(shared),
    onWall((member, { type, id, body, is_paid, ...fields }, request) => {
      // Links have no identity of their own.
      if (type === 'link') throw notFound();
      return withIdempotencyKey(
        request.creation,
        async (tx) => ({
          action_id: await shareItem(
            tx,
            member,
            { type, id, isPaid: is_paid === 1 },
            body,
            toTarget(fields),
          ),
        }),
        { isOneStatement: fields.subject_id === undefined },
      );
    }),
    {
      limit: 'post',
      form: { done: 'Post shared successfully!', next: ({ action_id }) => `/posts/${action_id}` },
      summary:
        'Share a post, a photo, a video, a page, a group or an event on a wall or in a container',
    },
  ),
  handle(
    calls.toggleCommentable,
    postIdInput,
    flag as z.ZodType<number>,
    async (member, { action_id }) => ((await toggleComments(member, action_id)) ? 1 : 0),
    {
      form: {},
      summary: 'Allow or close comments on your own post or, as staff, on one in the container',
    },
  ),
  handle(
    calls.toggleShareable,
    postIdInput,
    flag as z.ZodType<number>,
    async (member, { action_id }) => ((await toggleSharing(member, action_id)) ? 1 : 0),
    {
      form: {},
      summary: 'Allow or stop sharing of your own post',
    },
  ),
  handle(
    calls.toggleSaved,
    postIdInput,
    flag as z.ZodType<number>,
    async (member, { action_id }) => ((await toggleSaved(member, action_id)) ? 1 : 0),
    {
      form: {},
      summary: 'Save a post for later, or take it off the list',
    },
  ),
  handle(
    calls.readPinned,
    pinnedInput,
    feedPage,
    onWall((member, { subject_type: type, subject_id: id }, request) =>
      readPinned(member, { type, id }, originFor(request)),
    ),
    { summary: 'Pinned posts of a page, group or event' },
  ),
  handle(
    calls.togglePinned,
    postIdInput,
    flag as z.ZodType<number>,
    async (member, { action_id }) => ((await togglePinned(member, action_id)) ? 1 : 0),
    { form: {}, summary: 'Pin a post to the top of its page, group or event, or unpin it' },
  ),
  handle(
    calls.announcePost,
    postIdInput,
    announced,
    async (member, { action_id }) => ({ notified: await announcePost(member, action_id) }),
    {
      form: { done: 'The members will be notified.' },
      summary: 'Notify all members of a group of a post, as staff: once a day',
    },
  ),
  handle(
    calls.removeTag,
    postIdInput,
    noContent,
    (member, { action_id }) => removeOwnTag(member, action_id),
    { form: {}, summary: 'Remove your own tag from a post' },
  ),
  handle(calls.readFeelings, z.object({}), feelingCatalogue, async () => catalogueView(), {
    summary: 'Feelings and activities',
  }),
];
