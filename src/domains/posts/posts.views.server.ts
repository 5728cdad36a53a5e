import { activityHeadline, activityParams } from '#domains/activities/activity.server.ts';
import { headlineText, type HeadlineItem } from '#domains/activities/headline.rules.ts';
import type { Comment } from '#domains/comments/comments.schema.ts';
import { commentView, type CommentView } from '#domains/comments/comments.views.server.ts';
import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import { toLightboxRoute, type ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { imageView, videoAddress } from '#domains/media/media.views.server.ts';
import { statusOf, uploadedVideo, videoStatus } from '#domains/media/videos/video.rules.ts';
import {
  avatarAddress,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import { mentionsView } from '#domains/notifications/notifications.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { emojiPicture, findFeeling } from '#domains/posts/feelings/feelings.ts';
import {
  feedReactionsView,
  myReactionView,
  sumOf,
} from '#domains/reactions/reactions.views.server.ts';
import { toUnixSeconds, toWireTime } from '#lib/dates.ts';
import type { Flag, MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { Attachment, FeedItem, Feeling, PostTag } from './feed-item.schema.ts';
import { hashtagsOf } from './hashtags.ts';
import type { AttachmentRow, PostRow } from './post-rows.server.ts';
import {
  mayCommentOnPost,
  mayDeletePost,
  mayEditPost,
  mayHidePost,
  mayPinPost,
  maySharePost,
} from './posts.rules.ts';

export interface PostView {
  viewer: Viewer;
  /** '' or PUBLIC_ORIGIN, see server/base-url.ts. */
  origin: string;
}

const flagOf = (value: boolean): Flag => (value ? 1 : 0);

/** Fields that every attachment has and only some fill. */
const plainAttachment = {
  photo_id: 0,
  album_id: 0,
  title: '',
  body: '',
  uri: '',
  content_url: '',
  likes_count: 0,
  comment_count: 0,
  is_like: 0,
  mode: 1,
} as const;

/** Id of an own photo or uploaded video; previews of links and embedded videos have none. */
function ownMediaId({ type, mediaId, targetId, videoUrl }: AttachmentRow) {
  if (type === 'photo') return mediaId ?? targetId;
  return type === 'video' && videoUrl === null ? mediaId : null;
}

/** Photos of albums open in the album. */
function inAlbum(view: Attachment, row: PostRow, origin: string): Attachment {
  const { albumId, objectType, objectId } = row;
  if (albumId === null) return view;
  const path = lightboxPath({
    type: 'photo',
    id: view.photo_id,
    subjectType: 'album',
    subjectId: albumId,
    ownerType: objectType,
    ownerId: objectId,
  });
  return { ...view, album_id: albumId, content_url: origin + path };
}

export function attachmentView(row: AttachmentRow, postId: number, origin: string): Attachment {
  const { picture, preview } = row;
  const video = row.type === 'video' ? row.video : null;
  const status = video && statusOf(video.details.state);
  const videoUrl =
    row.videoUrl ??
    (row.mediaId !== null && status === videoStatus.ready
      ? videoAddress(row.mediaId, origin)
      : null);
  const card = preview && {
    title: preview.title ?? '',
    description: preview.description ?? '',
    image: '',
    url: row.uri,
    site_name: preview.siteName ?? '',
  };
  const shown =
    picture ??
    (preview?.image
      ? { ...preview.image, id: preview.image.mediaId, widths: [], placeholder: '', alt: '' }
      : null);
  if (card && shown) card.image = imageView(shown, 640, origin).src;
  return {
    ...plainAttachment,
    attachment_type: toWireType(row.type),
    attachment_id: row.targetId ?? ownMediaId(row) ?? row.id,
    photo_id: row.type === 'photo' ? (ownMediaId(row) ?? 0) : 0,
    ...(shown
      ? {
          image_main: imageView(shown, shown.width, origin),
          image_medium: imageView(shown, 640, origin),
          image_normal: imageView(shown, 320, origin),
          image_profile: imageView(shown, 320, origin),
          image_icon: imageView(shown, 160, origin),
        }
      : {}),
    // Photos only: the picture of a link or of a foreign video is part of its card.
    ...(picture && row.type === 'photo' ? { picture } : {}),
    title: row.title,
    body: row.body,
    uri: row.uri,
    content_url: row.uri || `${origin}/posts/${postId}`,
    ...(row.videoType === null ? {} : { attachment_video_type: row.videoType }),
    ...(videoUrl === null ? {} : { attachment_video_url: videoUrl }),
    ...(video && status
      ? {
          video: {
            status,
            width: video.width,
            height: video.height,
            duration: Math.round(video.details.durationSeconds ?? 0),
          },
        }
      : {}),
    ...(card ? { og_data: { openGraph: card, hybridGraph: card } } : {}),
  };
}

/** A shared photo or video with its author and its address in the lightbox. */
function sharedMediaView(item: ItemRow, origin: string): Attachment {
  const { id, kind, picture, details } = item;
  const status = kind === 'video' ? statusOf(details?.state) : null;
  return {
    ...plainAttachment,
    attachment_type: toWireType(kind),
    attachment_id: id,
    photo_id: kind === 'photo' ? id : 0,
    album_id: item.attachableType === 'album' ? item.attachableId : 0,
    ...(picture
      ? {
          image_main: imageView(picture, picture.width, origin),
          image_medium: imageView(picture, 640, origin),
          image_normal: imageView(picture, 320, origin),
          image_profile: imageView(picture, 320, origin),
          image_icon: imageView(picture, 160, origin),
        }
      : {}),
    ...(picture && kind === 'photo' ? { picture } : {}),
    title: item.title,
    body: item.description,
    content_url: `${origin}${lightboxPath(toLightboxRoute(item))}`,
    owner: userLiteView({ ...item, id: item.authorId }, origin),
    ...(kind === 'video' ? { attachment_video_type: uploadedVideo } : {}),
    ...(status === videoStatus.ready ? { attachment_video_url: videoAddress(id, origin) } : {}),
    ...(status
      ? {
          video: {
            status,
            width: picture?.width ?? 0,
            height: picture?.height ?? 0,
            duration: Math.round(details?.durationSeconds ?? 0),
          },
        }
      : {}),
  };
}

/** The original of a share as its attachment; without rights on it not even its id. */
function sharedView(row: PostRow, view: PostView): Attachment {
  if (row.sharedMedia) return sharedMediaView(row.sharedMedia, view.origin);
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

/** Actions of the viewer in the '...' menu. */
function menuView(row: PostRow, viewer: Viewer): MenuItem[] {
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
      ? [
          entry('edit_feed', 'Edit Post', 'advancedactivity/edit-feed', action),
          entry(
            'disable_comment',
            row.canComment ? 'Disable Comments' : 'Enable Comments',
            'advancedactivity/update-commentable',
            action,
          ),
          // Sharing a share shares the original, which has its own switch.
          ...(row.sharedId === null
            ? [
                entry(
                  'lock_this_feed',
                  row.canShare ? 'Disable Sharing' : 'Enable Sharing',
                  'advancedactivity/update-shareable',
                  action,
                ),
              ]
            : []),
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
function wirePostType({ type, wall, objectType, subjectType, sharedId }: PostRow): string {
  if (!wall || sharedId !== null) return type;
  if (objectType === 'member') return 'post';
  return `${toWireType(objectType).replace('_page', '')}_post${subjectType === 'member' ? '' : '_self'}`;
}

/** 'Ada ▸ Bo', 'Ada ▸ Bakers': whose wall or which container it stands on. */
function wallHeadline({ wall, subjectType, objectType: type, objectId: id }: PostRow) {
  return wall && subjectType === 'member'
    ? { text: '▸', item: { type, id, label: wall.title } }
    : undefined;
}

export function postView(row: PostRow, view: PostView): FeedItem {
  const { viewer, origin } = view;
  const image = avatarAddress(row.avatar, origin);
  const attachments = [
    ...(row.attachments ?? []).map((one) =>
      inAlbum(attachmentView(one, row.id, origin), row, origin),
    ),
    ...(row.sharedId === null ? [] : [sharedView(row, view)]),
  ];
  const feeling = feelingView(row);
  const mine = myReactionView(row.mine, origin);
  const date = toWireTime(row.publishedAt);
  const photoCount = attachments.filter(
    (one) => one.attachment_type === toWireType('photo'),
  ).length;
  const headline =
    activityHeadline(row.type, {
      item: row.item,
      photoCount,
      sharedKind: row.sharedMedia?.kind,
    }) ?? wallHeadline(row);
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
      commentable: flagOf(row.canComment),
      shareable: flagOf(row.canShare),
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
    },
    is_like: mine ? 1 : 0,
    is_saved: flagOf(row.isSaved),
    is_muted: flagOf(row.isMuted),
    can_comment: flagOf(mayCommentOnPost(viewer, row)),
    can_share: flagOf(isShareable(row, viewer)),
    feed_reactions: feedReactionsView(row.counts, origin),
    ...(mine ? { my_feed_reaction: mine } : {}),
    feed_menus: menuView(row, viewer),
  };
}

/** Members who may delete comments, as far as this viewer needs to know. */
const ownersOf = (row: PostRow, viewer: Viewer): number[] =>
  isMember(viewer) && row.isModerated ? [row.authorId, viewer.id] : [row.authorId];

/** The newest comment, shown under the card in feeds. */
export function previewView(row: PostRow, { viewer, origin }: PostView): Comment | undefined {
  const view: CommentView = { viewer, origin, ownerIds: ownersOf(row, viewer) };
  return row.preview ? commentView(row.preview, view) : undefined;
}
