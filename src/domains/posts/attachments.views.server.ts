import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import { toLightboxRoute, type ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { imageView, videoAddress } from '#domains/media/media.views.server.ts';
import { toStatus, uploadedVideo, videoStatus } from '#domains/media/videos/video.rules.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import type { SharedContainer } from '#domains/posts/share/shared-containers.server.ts';
import { anyFormCall } from '#lib/form-call.ts';
import { itemPath } from '#lib/item-path.ts';
import { toFlag } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { entriesOf } from '#server/domain.ts';
import type { Attachment } from './feed-item.schema.ts';
import type { AttachmentRow, PostRow } from './post-rows.server.ts';

/** Fields that every attachment has and only some fill. */
export const plainAttachment = {
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

function attachmentView(row: AttachmentRow, postId: number, origin: string): Attachment {
  const { picture, preview } = row;
  const video = row.type === 'video' ? row.video : null;
  const status = video && toStatus(video.details.state);
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
export function sharedMediaView(item: ItemRow, origin: string): Attachment {
  const { id, kind, picture, details } = item;
  const status = kind === 'video' ? toStatus(details?.state) : null;
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
    owner: {
      type: toWireType(item.authorType),
      id: item.authorId,
      displayname: item.displayname,
      image: avatarAddress(item.avatar, origin),
    },
    is_paid: toFlag(item.isPaid),
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

/** A shared container, which cards draw like a link. */
export function sharedContainerView(
  { type, id, title, avatar, cover, summary, memberCount, canJoin }: SharedContainer,
  origin: string,
): Attachment {
  const size = { width: 320, height: 320 };
  const picture = { ...size, size, src: avatarAddress(avatar, origin) };
  const path = itemPath(type, id)!;
  const join = canJoin && entriesOf('containerScreens').get(type)?.calls.join;
  return {
    ...plainAttachment,
    attachment_type: toWireType(type),
    attachment_id: id,
    ...(memberCount === null
      ? {}
      : {
          container: {
            cover: cover ? avatarAddress(cover, origin) : '',
            member_count: Number(memberCount),
            ...(join ? { join: anyFormCall(join, { id: Number(id) }) } : {}),
          },
        }),
    ...(avatar
      ? {
          image_main: picture,
          image_medium: picture,
          image_normal: picture,
          image_profile: picture,
          image_icon: picture,
        }
      : {}),
    title,
    body: summary,
    uri: origin + path,
    content_url: origin + path,
  };
}

/** The attachments of a post, without what it shares. */
export const attachmentViews = (row: PostRow, origin: string): Attachment[] =>
  (row.attachments ?? []).map((one) => inAlbum(attachmentView(one, row.id, origin), row, origin));
