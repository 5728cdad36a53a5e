import type { VideoDetails } from '#domains/media/media.table.ts';
import { imageView, videoAddress, type PictureRow } from '#domains/media/media.views.server.ts';
import { toStatus, videoStatus } from '#domains/media/videos/video.rules.ts';
import { avatarAddress, type MemberCard } from '#domains/members/members.views.server.ts';
import {
  feedReactionsView,
  myReactionView,
  sumOf,
  type ReactionCounts,
} from '#domains/reactions/reactions.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toMenuItem, type MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { captionLength, imageSeconds, type StoryAudience } from './stories.rules.ts';
import type { StoryForm, StoryGroup, StoryItem } from './stories.schema.ts';

/** Media of a story as selected by queries; a video's picture is its poster. */
export interface StoryMedia {
  mediaId: number;
  kind: 'photo' | 'video';
  details: VideoDetails;
  picture: PictureRow | null;
}

export interface GroupRow {
  owner: MemberCard;
  storyId: number;
  total: number;
  isViewed: boolean;
  isMuted: boolean;
  createdAt: string | null;
  nextEnd: string | null;
  /** Media of the newest story. */
  media: StoryMedia | null;
}

const isReady = ({ kind, details }: StoryMedia) =>
  kind === 'video' && toStatus(details.state) === videoStatus.ready;
const videoUrl = (media: StoryMedia | null, origin: string) =>
  media && isReady(media) ? videoAddress(media.mediaId, origin) : '';

export function groupView(row: GroupRow, origin: string): StoryGroup {
  const image = avatarAddress(row.owner.avatar, origin);
  return {
    owner_id: row.owner.id,
    story_id: row.storyId,
    total_stories: row.total,
    owner_title: row.owner.displayname,
    owner_image_icon: image,
    owner_image_profile: image,
    image_profile: row.media?.picture ? imageView(row.media.picture, 480, origin).src : '',
    create_date: row.createdAt && toWireTime(row.createdAt),
    videoUrl: videoUrl(row.media, origin),
    isViewed: row.isViewed ? 1 : 0,
    isMute: row.isMuted ? 1 : 0,
    next_end: row.nextEnd && toWireTime(row.nextEnd),
  };
}

export interface StoryRow {
  id: number;
  body: string;
  audience: StoryAudience;
  createdAt: string;
  owner: MemberCard;
  media: StoryMedia;
  views: number;
  isOwn: boolean;
  isSeen: boolean;
  isMuted: boolean;
  canWrite: boolean;
  counts: ReactionCounts | null;
  myReaction: number | null;
}

function toMenu({ id, isOwn, isMuted }: StoryRow): MenuItem[] {
  if (isOwn) return [toMenuItem('delete', 'Delete', `advancedactivity/story/delete/${id}`)];
  return [
    toMenuItem('report', 'Report', 'report/create', { type: toWireType('story'), id }),
    isMuted
      ? toMenuItem('unmute', 'Unmute', `advancedactivity/story/mute/${id}`, { mute: 0 })
      : toMenuItem('mute', 'Mute', `advancedactivity/story/mute/${id}`, { mute: 1 }),
  ];
}

export function storyView(row: StoryRow, origin: string): StoryItem {
  const { media, owner } = row;
  const { picture } = media;
  const icon = avatarAddress(owner.avatar, origin);
  const isPhoto = media.kind === 'photo';
  const my_feed_reaction = myReactionView(row.myReaction, origin);
  return {
    story_id: row.id,
    owner_id: owner.id,
    code: isPhoto ? 'jpg' : 'mp4',
    videoUrl: videoUrl(media, origin),
    image: picture ? imageView(picture, 1600, origin).src : '',
    owner_title: owner.displayname,
    owner_image_icon: icon,
    owner_image_profile: icon,
    description: row.body,
    create_date: toWireTime(row.createdAt),
    duration: isPhoto
      ? imageSeconds
      : Math.max(1, Math.round(media.details.durationSeconds ?? imageSeconds)),
    view_count: row.isOwn ? row.views : 0,
    isViewed: row.isSeen ? 1 : 0,
    isSendMessage: row.canWrite ? 1 : 0,
    isMute: row.isMuted ? 1 : 0,
    privacy: row.audience,
    gutterMenu: toMenu(row),
    status: isPhoto ? videoStatus.ready : toStatus(media.details.state),
    is_like: my_feed_reaction ? 1 : 0,
    like_count: sumOf(row.counts),
    feed_reactions: feedReactionsView(row.counts, origin),
    ...(my_feed_reaction ? { my_feed_reaction } : {}),
    ...(picture ? { picture } : {}),
  };
}

/** Form description for native clients. */
export const storyFormView = (): StoryForm => ({
  response: [
    { type: 'Text', name: 'description', label: 'Caption', maxlength: captionLength },
    {
      type: 'Select',
      name: 'auth_view',
      label: 'Privacy',
      multiOptions: { everyone: 'Everyone', friends: 'Friends' },
    },
  ],
  feed_post_menu: [],
});
