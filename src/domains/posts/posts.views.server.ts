import { activityHeadline, activityParams } from '#domains/activities/activity.server.ts';
import {
  headlineText,
  type Headline,
  type HeadlineItem,
} from '#domains/activities/headline.rules.ts';
import type { Comment } from '#domains/comments/comments.schema.ts';
import { commentView, type CommentView } from '#domains/comments/comments.views.server.ts';
import {
  avatarAddress,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import { mentionsView } from '#domains/mentions/mentions.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { emojiPicture, findFeeling } from '#domains/posts/feelings/feelings.ts';
import type { Published } from '#domains/posts/writing/new-post.schema.ts';
import {
  feedReactionsView,
  myReactionView,
  sumOf,
} from '#domains/reactions/reactions.views.server.ts';
import { toContainerFilter } from '#lib/container-types.ts';
import { toUnixSeconds, toWireTime } from '#lib/dates.ts';
import { toFlag } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import {
  attachmentViews,
  plainAttachment,
  sharedContainerView,
  sharedMediaView,
} from './attachments.views.server.ts';
import type { Attachment, FeedItem, Feeling, PostTag } from './feed-item.schema.ts';
import { hashtagsOf } from './hashtags.ts';
import { menuView } from './post-menu.views.server.ts';
import type { PostRow } from './post-rows.server.ts';
import { mayCommentOnPost, maySharePost } from './posts.rules.ts';

export interface PostView {
  viewer: Viewer;
  /** '' or PUBLIC_ORIGIN, see server/base-url.ts. */
  origin: string;
}

/** The original of a share as its attachment; without rights on it not even its id. */
function sharedView(row: PostRow, view: PostView): Attachment {
  if (row.sharedMedia) return sharedMediaView(row.sharedMedia, view.origin);
  if (row.sharedContainer) return sharedContainerView(row.sharedContainer, view.origin);
  return {
    ...plainAttachment,
    attachment_type: toWireType('post'),
    attachment_id: row.shared?.id ?? 0,
    content_url: row.shared ? `${view.origin}/posts/${row.shared.id}` : '',
    shared_post_data: row.shared ? [postView(row.shared, view)] : [],
  };
}

export function tagView(member: MemberCard, origin: string): PostTag {
  return {
    tagmap_id: member.id,
    tag_type: toWireType('member'),
    tag_id: member.id,
    tag_obj: userLiteView(member, origin),
  };
}

export function feelingView(
  row: Pick<PostRow, 'feelingParent' | 'feelingChild'>,
): Feeling | undefined {
  const found = findFeeling(row.feelingParent, row.feelingChild);
  if (!found) return undefined;
  const { parent, child } = found;
  return {
    parent: parent.id,
    child: child.id,
    parenttitle: parent.title,
    childtitle: child.title,
    type: 'feeling',
    url: emojiPicture(child.emoji),
  };
}

/** Stands for the item in the wire's headline. */
const itemToken = ({ type }: HeadlineItem) =>
  type === 'album' ? '{item:$album}' : '{item:$object}';

/** Whether the viewer may share it; for a share, its original. */
function isShareable(row: PostRow, viewer: Viewer): boolean {
  if (row.sharedId === null) return maySharePost(viewer, row);
  if (row.sharedMedia) return isMember(viewer) && row.sharedMedia.canShare;
  return row.shared !== null && maySharePost(viewer, row.shared);
}

/** The interface knows three audiences: that of a container is everyone, or narrower. */
function wireAudience({ audience, isPublic }: PostRow): Audience {
  if (audience !== 'container') return audience;
  return isPublic ? 'everyone' : 'friends';
}

/** The type of what stands on the wall of somebody else says where it stands. */
function wirePostType(row: PostRow): string {
  const { type, wall, objectType, subjectType, sharedId, isSystemPost } = row;
  if (!wall || sharedId !== null || isSystemPost) return type;
  if (objectType === 'member') return 'post';
  return `${toContainerFilter(objectType)}_post${subjectType === 'member' ? '' : '_self'}`;
}

/** 'Ada ▸ Bo', 'Ada ▸ Bakers': whose wall or which container it stands on. */
function wallHeadline({ wall, subjectType, objectType: type, objectId: id }: PostRow) {
  return wall && subjectType === 'member'
    ? { text: '▸', item: { type, id, label: wall.title } }
    : undefined;
}

/** 'Bakery · by Ada', for the staff of the page in whose name it is. */
function withWriter(headline: Headline | undefined, { writer }: PostRow): Headline | undefined {
  if (!writer || headline?.item) return headline;
  const text = [headline?.text, '· by'].filter(Boolean).join(' ');
  return { text, item: { type: 'member', id: writer.id, label: writer.displayname } };
}

export function postView(row: PostRow, view: PostView): FeedItem {
  const { viewer, origin } = view;
  const image = avatarAddress(row.avatar, origin);
  const attachments = [
    ...attachmentViews(row, origin),
    ...(row.sharedId === null && !row.sharedContainer ? [] : [sharedView(row, view)]),
  ];
  const feeling = feelingView(row);
  const mine = myReactionView(row.mine, origin);
  const date = toWireTime(row.publishedAt);
  const photoCount = attachments.filter(
    (one) => one.attachment_type === toWireType('photo'),
  ).length;
  const headline = withWriter(
    activityHeadline(row.type, {
      item: row.item,
      photoCount,
      sharedKind: row.sharedMedia?.kind ?? row.sharedContainer?.type,
    }) ?? wallHeadline(row),
    row,
  );
  const token = headline?.item && itemToken(headline.item);
  return {
    feed: {
      action_id: row.id,
      type: wirePostType(row),
      subject_type: toWireType(row.subjectType),
      subject_id: row.subjectId,
      subjectIformation: {
        subject_id: row.subjectId,
        displayname: row.displayname,
        image,
        image_icon: image,
        image_profile: image,
      },
      ...(row.writer
        ? { writer: { user_id: row.writer.id, displayname: row.writer.displayname } }
        : {}),
      object_type: toWireType(row.objectType),
      object_id: row.objectId,
      object_image: { image_profile: row.wall ? avatarAddress(row.wall.avatar, origin) : image },
      feed_icon: image,
      feed_title: headlineText(row.displayname, headline) || row.displayname,
      action_type_body: `${['{item:$subject}', headline?.text, token].filter(Boolean).join(' ')}\r\n{body:$body}`,
      action_type_body_params: [
        {
          search: '{item:$subject}',
          type: toWireType(row.subjectType),
          id: row.subjectId,
          label: row.displayname,
        },
        ...(headline?.item && token
          ? [
              {
                search: token,
                type: toWireType(headline.item.type),
                id: headline.item.id,
                label: headline.item.label,
              },
            ]
          : []),
        { search: '{body:$body}', label: row.body },
      ],
      body: row.body,
      date,
      modified_date: row.editedAt ? toWireTime(row.editedAt) : date,
      time_value: toUnixSeconds(row.publishedAt),
      privacy: wireAudience(row),
      privacy_icon: wireAudience(row),
      attachment_count: attachments.length,
      photo_attachment_count: photoCount,
      attachment: attachments,
      tags: (row.tags ?? []).map((member) => tagView(member, origin)),
      ...mentionsView(row.mentions),
      hashtags: hashtagsOf(row.body),
      comment_count: row.comments,
      like_count: sumOf(row.counts),
      share_count: row.shares,
      commentable: toFlag(row.canComment),
      shareable: toFlag(row.canShare),
      is_paid: toFlag(row.isPaid),
      params: {
        ...(feeling ? { feelings: feeling } : {}),
        ...activityParams(row.type, row.item, origin),
      },
      ...(row.shared
        ? { share_params_type: toWireType('post'), share_params_id: row.shared.id }
        : {}),
      ...(row.sharedMedia
        ? {
            share_params_type: toWireType(row.sharedMedia.kind),
            share_params_id: row.sharedMedia.id,
          }
        : {}),
      ...(row.sharedId !== null && row.sharedContainer
        ? {
            share_params_type: toWireType(row.sharedContainer.type),
            share_params_id: row.sharedContainer.id,
          }
        : {}),
    },
    is_like: mine ? 1 : 0,
    is_saved: toFlag(row.isSaved),
    is_muted: toFlag(row.isMuted),
    can_comment: toFlag(mayCommentOnPost(viewer, row)),
    can_share: toFlag(isShareable(row, viewer)),
    feed_reactions: feedReactionsView(row.counts, origin),
    ...(mine ? { my_feed_reaction: mine } : {}),
    feed_menus: menuView(row, viewer),
  };
}

/**
 * Members who may delete comments, as far as this viewer needs to know: a post in the name of a page
 * is not its writer's, who may be of the staff no more.
 */
const ownersOf = ({ subjectType, authorId, isModerated }: PostRow, viewer: Viewer): number[] => [
  ...(subjectType === 'member' ? [authorId] : []),
  ...(isMember(viewer) && isModerated ? [viewer.id] : []),
];

/** The newest comment, shown under the card in feeds. */
export function previewView(row: PostRow, { viewer, origin }: PostView): Comment | undefined {
  const view: CommentView = { viewer, origin, ownerIds: ownersOf(row, viewer) };
  return row.preview ? commentView(row.preview, view) : undefined;
}

/** @param videoId uploaded video of the post */
export const publishedView = (post: FeedItem, videoId: number | undefined): Published => ({
  response: post,
  data: [post],
  ...(videoId === undefined ? {} : { video_id: videoId }),
});

/**
 * A post on its own page, with its newest comment.
 * @param readAt wire time before the read
 */
export function onePostView(row: PostRow, view: PostView, readAt: string): FeedItem {
  const comment = previewView(row, view);
  return {
    ...postView(row, view),
    ...(comment ? { comment_data: comment } : {}),
    ...(isMember(view.viewer) ? { read_at: readAt } : {}),
  };
}
