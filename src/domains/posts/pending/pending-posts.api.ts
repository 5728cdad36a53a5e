import { onWall } from '#domains/containers/container-items.api.ts';
import { feedItem } from '#domains/posts/feed-item.schema.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './pending-posts.calls.ts';
import {
  approveInput,
  editPendingInput,
  pendingIdInput,
  pendingList,
  pendingListInput,
} from './pending-posts.schema.ts';
import {
  approvePendingPost,
  deletePendingPost,
  editPendingPost,
  listPendingPosts,
  rejectPendingPost,
} from './pending-posts.server.ts';

export const pendingPostsHandlers: Handler[] = [
  handle(
    calls.listPendingPosts,
    pendingListInput,
    pendingList,
    onWall((member, { subject_type: type, subject_id: id, ...page }, request) =>
      listPendingPosts(member, { type, id }, page, originFor(request)),
    ),
    {
      summary:
        'Pending posts of a page, group or event: all for its staff, for others only their own',
    },
  ),
  handle(
    calls.approvePendingPost,
    approveInput,
    feedItem,
    (member, { pending_id, version }, request) =>
      approvePendingPost(member, pending_id, version, originFor(request)),
    { form: { done: 'Post approved.' }, summary: 'Publish a pending post, as staff' },
  ),
  handle(
    calls.rejectPendingPost,
    pendingIdInput,
    noContent,
    (member, { pending_id }) => rejectPendingPost(member, pending_id),
    { form: { done: 'Post rejected.' }, summary: 'Reject a pending post, as staff' },
  ),
  handle(
    calls.editPendingPost,
    editPendingInput,
    noContent,
    (member, { pending_id, body }) => editPendingPost(member, pending_id, body),
    {
      limit: 'post',
      form: { done: 'Your changes were saved.' },
      summary: 'Change the text of your own pending post',
    },
  ),
  handle(
    calls.deletePendingPost,
    pendingIdInput,
    noContent,
    (member, { pending_id }) => deletePendingPost(member, pending_id),
    { form: { done: 'Post deleted.' }, summary: 'Delete your own pending post' },
  ),
];
