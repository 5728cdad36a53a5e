import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { PostRow } from './post-rows.server.ts';
import {
  mayCloseComments,
  mayDeletePost,
  mayEditPost,
  mayHidePost,
  mayPinPost,
} from './posts.rules.ts';

/** Actions of the viewer in the '...' menu. */
export function menuView(row: PostRow, viewer: Viewer): MenuItem[] {
  if (!isMember(viewer)) return [];
  const action = { action_id: row.id };
  const entry = (
    name: string,
    label: string,
    url: string,
    urlParams: MenuItem['urlParams'],
  ): MenuItem => ({ name, label, url, urlParams });
  return [
    ...(mayEditPost(viewer, row)
      ? [entry('edit_feed', 'Edit Post', 'advancedactivity/edit-feed', action)]
      : []),
    ...(mayCloseComments(viewer, row)
      ? [
          entry(
            'disable_comment',
            row.canComment ? 'Disable Comments' : 'Enable Comments',
            'advancedactivity/update-commentable',
            action,
          ),
        ]
      : []),
    // Sharing a share shares the original, which has its own switch.
    ...(mayEditPost(viewer, row) && row.sharedId === null
      ? [
          entry(
            'lock_this_feed',
            row.canShare ? 'Disable Sharing' : 'Enable Sharing',
            'advancedactivity/update-shareable',
            action,
          ),
        ]
      : []),
    ...(mayPinPost(row)
      ? [
          entry(
            row.isPinned ? 'unpin' : 'pin',
            row.isPinned ? 'Unpin Post' : 'Pin Post',
            'advancedactivity/update-pinned',
            action,
          ),
        ]
      : []),
    ...(mayPinPost(row) && findContainerKind(row.objectType)?.notificationTypes
      ? [entry('announce', 'Announce Post', 'advancedactivity/feeds/announce', action)]
      : []),
    ...(row.tags?.some(({ id }) => id === viewer.id)
      ? [entry('remove_tag', 'Remove Tag', 'advancedactivity/remove-tag', action)]
      : []),
    ...(mayDeletePost(viewer, row)
      ? [entry('delete_feed', 'Delete Post', 'advancedactivity/delete', action)]
      : []),
    ...(mayHidePost(viewer, row)
      ? [
          entry('hide', 'Hide Post', 'advancedactivity/feeds/hide-item', {
            id: row.id,
            type: toWireType('post'),
          }),
          entry('report_feed', 'Report Post', 'report/create', {
            type: toWireType('post'),
            id: row.id,
          }),
          // A page cannot be blocked.
          ...(row.subjectType === 'member'
            ? [entry('block', 'Block User', 'block/add', { user_id: row.authorId })]
            : []),
        ]
      : []),
    entry(
      'update_save_feed',
      row.isSaved ? 'Unsave Post' : 'Save Post',
      'advancedactivity/update-save-feed',
      action,
    ),
  ];
}
