import type { Rating } from '#domains/lightbox/videos/ratings.server.ts';
import type { VideoDetails } from '#domains/media/media.table.ts';
import { imageView, videoAddress, type PictureRow } from '#domains/media/media.views.server.ts';
import { toStatus, uploadedVideo } from '#domains/media/videos/video.rules.ts';
import { avatarAddress, type MemberCard } from '#domains/members/members.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import {
  feedReactionsView,
  myReactionView,
  sumOf,
  type ReactionCounts,
} from '#domains/reactions/reactions.views.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { defaultPictures } from '#lib/default-pictures.ts';
import { toFlag, type MenuItem } from '#lib/shapes.ts';
import { toWireType, wireSubject } from '#lib/wire-names.ts';
import { lightboxPath, type LightboxRoute, type OwnerType } from './lightbox-route.rules.ts';
import type { LightboxItem, Photo, Video } from './lightbox.schema.ts';

/** A picture or video row, already limited to what the viewer may see. */
export interface ItemRow extends Omit<MemberCard, 'id'> {
  id: number;
  kind: 'photo' | 'video';
  attachableType: SubjectType;
  attachableId: number;
  /** The wall or container; null for objects without one. */
  containerType: OwnerType | null;
  containerId: number | null;
  position: number;
  /** Position in the set, from 1, and size of the set. */
  nth: number;
  total: number;
  subjectType: SubjectType;
  subjectId: number;
  canComment: boolean;
  canShare: boolean;
  /** A paid post has it. */
  isPaid: boolean;
  title: string;
  description: string;
  videoType: number | null;
  videoUrl: string | null;
  publishedAt: string;
  authorId: number;
  /** A page speaks as itself. */
  authorType: WallType;
  counts: ReactionCounts | null;
  mine: number | null;
  comments: number;
  views: number;
  /** Set for uploaded videos. */
  rated: Rating | null;
  details: VideoDetails | null;
  mimeType: string | null;
  /** The viewer may edit or delete it; uploaded videos only. */
  canEdit: boolean;
  canDelete: boolean;
  /** The photo, or the poster of a video; null for an embedded video without one. */
  picture: PictureRow | null;
}

export interface View {
  viewer: Viewer;
  /** '' or PUBLIC_ORIGIN, see server/base-url.ts. */
  origin: string;
}

function mediaView(row: ItemRow, { viewer, origin }: View) {
  const { picture } = row;
  const mine = myReactionView(row.mine, origin);
  const date = toWireTime(row.publishedAt);
  const at = (width: number) =>
    picture ? imageView(picture, width, origin).src : origin + defaultPictures.picture;
  return {
    title: row.title,
    description: row.description,
    creation_date: date,
    modified_date: date,
    owner_type: toWireType(row.authorType),
    owner_id: row.authorId,
    owner_title: row.displayname,
    owner_image: avatarAddress(row.avatar, origin),
    like_count: sumOf(row.counts),
    comment_count: row.comments,
    view_count: row.views,
    is_like: mine ? (1 as const) : (0 as const),
    feed_reactions: feedReactionsView(row.counts, origin),
    ...(mine ? { my_feed_reaction: mine } : {}),
    can_comment: isMember(viewer) && row.canComment ? (1 as const) : (0 as const),
    commentable: row.canComment ? (1 as const) : (0 as const),
    can_share: isMember(viewer) && row.canShare ? (1 as const) : (0 as const),
    is_paid: toFlag(row.isPaid),
    image: at(640),
    ...(picture ? { image_main: imageView(picture, picture.width, origin), picture } : {}),
    image_normal: at(320),
    image_profile: at(320),
    image_icon: at(160),
    content_url: `${origin}${lightboxPath(toLightboxRoute(row))}`,
  };
}

/** Comments of both types share one type in routes. */
export function toLightboxRoute({
  kind: type,
  id,
  attachableType,
  attachableId: subjectId,
  containerType,
  containerId,
}: ItemRow): LightboxRoute {
  if (attachableType === 'album')
    return {
      type,
      id,
      subjectType: attachableType,
      subjectId,
      ownerId: containerId!,
      ownerType: containerType!,
    };
  return {
    type,
    id,
    subjectId,
    subjectType: attachableType === 'post' ? attachableType : 'post_comment',
  };
}

const photoFields = (row: ItemRow) => ({
  photo_id: row.id,
  album_id: row.attachableType === 'album' ? row.attachableId : 0,
  order: row.position,
  file_id: row.id,
  skip_photo: 0 as const,
});

/** The id at the provider, or the extension of the uploaded file. */
const codeOf = ({ videoUrl, mimeType }: ItemRow): string =>
  videoUrl === null
    ? (mimeType?.split('/')[1] ?? 'mp4')
    : (/\/(?:embed|video)\/([\w-]+)/.exec(videoUrl)?.[1] ?? '');

/** The container where it stands; on the wall of a member it has none. */
const parentOf = ({ containerType, containerId }: ItemRow) =>
  containerType === null || containerType === 'member'
    ? { parent_type: null, parent_id: null }
    : { parent_type: toWireType(containerType), parent_id: Number(containerId) };

function videoFields(row: ItemRow, { origin }: View) {
  const address = row.videoUrl ?? videoAddress(row.id, origin);
  return {
    video_id: row.id,
    ...parentOf(row),
    type: row.videoType ?? uploadedVideo,
    code: codeOf(row),
    // Turned already when it was converted.
    rotation: 0,
    // This site keeps no categories and no places of videos, and lists all that may be seen.
    category_id: 0,
    category: '',
    search: 1 as const,
    location: '',
    file_id: row.videoUrl === null ? row.id : 0,
    video_url: address,
    attachment_video_url: address,
    duration: Math.round(row.details?.durationSeconds ?? 0),
    status: toStatus(row.details?.state),
    allow_to_view: 1 as const,
    edit: toFlag(row.canEdit),
    delete: toFlag(row.canDelete),
    rating: row.rated?.rating ?? 0,
    rating_count: row.rated?.count ?? 0,
    my_rating: row.rated?.own ?? 0,
  };
}

export const photoView = (row: ItemRow, view: View): Photo => ({
  ...mediaView(row, view),
  ...photoFields(row),
});
export const videoView = (row: ItemRow, view: View): Video => ({
  ...mediaView(row, view),
  ...videoFields(row, view),
});

/** Actions of the viewer on an uploaded video. */
export function videoMenu(row: ItemRow, viewer: Viewer): MenuItem[] {
  if (!isMember(viewer)) return [];
  const { id } = row;
  const item = (
    name: string,
    label: string,
    url: string,
    urlParams: MenuItem['urlParams'] = {},
  ) => ({
    name,
    label,
    url,
    urlParams,
  });
  const named = { type: toWireType('video'), id };
  const isOwn = row.authorType === 'member' && row.authorId === viewer.id;
  return [
    ...(row.canEdit ? [item('edit', 'Edit Video', `advancedvideo/edit/${id}`)] : []),
    ...(row.canDelete ? [item('delete', 'Delete Video', `advancedvideo/delete/${id}`)] : []),
    ...(row.canShare ? [item('share', 'Share Video', 'activity/share', named)] : []),
    ...(isOwn ? [] : [item('report', 'Report Video', 'report/create', named)]),
  ];
}

export function lightboxItemView(row: ItemRow, view: View): LightboxItem {
  const isPhoto = row.kind === 'photo';
  const isEmbedded = !isPhoto && row.videoType !== null && row.videoType !== uploadedVideo;
  const videoType = isEmbedded ? 'youtube' : 'video';
  return {
    ...(isPhoto ? photoView(row, view) : videoView(row, view)),
    viewer_type: isPhoto ? toWireType('photo') : videoType,
    position: row.nth,
    ...wireSubject({ type: row.subjectType, id: row.subjectId }),
  };
}

/** A video that has no page before it is attached to a post. */
export const unattachedView = (row: ItemRow, view: View): Video => ({
  ...videoView(row, view),
  content_url: '',
});
