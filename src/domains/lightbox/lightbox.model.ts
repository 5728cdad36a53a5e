import type { RatingAnswer } from '#domains/lightbox/videos/video-list.schema.ts';
import { uploadedVideo } from '#domains/media/videos/video.rules.ts';
import type { Reactions } from '#domains/reactions/reactions.rules.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { fromWireType, type ItemType } from '#lib/wire-names.ts';
import type { OwnerType } from './lightbox-route.rules.ts';
import type { LightboxItem, LightboxSet, Photo, Video } from './lightbox.schema.ts';

type Picture = LightboxItem['picture'];

/** Numbers of an item and how the viewer answered it. */
export interface LightboxNumbers {
  commentCount: number;
  viewCount: number;
  likeCount: number;
  reactions: Reactions;
  canComment: boolean;
}

export interface RatingModel {
  /** The average, from 1 to 5; 0 for none. */
  rating: number;
  count: number;
}

/** A photo or video of a set, as components and stores hold it. */
export interface LightboxItemModel extends LightboxNumbers {
  /** An embed is a video of another site. */
  kind: 'photo' | 'video' | 'embed';
  id: number;
  /** From 1. */
  position: number;
  owner: { type: ItemType; id: number; name: string; image: string };
  title: string;
  description: string;
  /** Wire time. */
  createdAt: string;
  url: string;
  /** Subject of its comments and reactions: itself, the post of an embed, or the comment. */
  subject: { type: SubjectType; id: number };
  /** Whether comments are open at all. */
  isCommentable: boolean;
  canShare: boolean;
  /** A paid post has it. */
  isPaid: boolean;
  picture?: Picture;
  /** The still of a video, or the photo in the size for link previews. */
  image?: LightboxItem['image_main'];
  /** Videos only: the file or the page of the other site. */
  videoUrl?: string | undefined;
  status?: number | undefined;
  /** The list of videos that it is in: of a container, or of its owner. */
  videosOf: { type: OwnerType; id: number };
  canEdit: boolean;
  canDelete: boolean;
  /** Uploaded videos only. */
  ratings?: (RatingModel & { own: number }) | undefined;
}

/** A set contains at most the hundred items before and after the opened one. */
export interface LightboxSetModel {
  items: LightboxItemModel[];
  /** Position of the opened item, and number of all items. */
  position: number;
  total: number;
}

export const toNumbers = (wire: LightboxItem | Photo | Video): LightboxNumbers => ({
  commentCount: wire.comment_count,
  viewCount: wire.view_count,
  likeCount: wire.like_count,
  reactions: {
    counts: Object.fromEntries(
      Object.entries(wire.feed_reactions).map(([id, kind]) => [id, kind.reaction_count]),
    ),
    mine: wire.my_feed_reaction?.reaction ?? 'none',
  },
  canComment: wire.can_comment === 1,
});

const kinds = { album_photo: 'photo', video: 'video', youtube: 'embed' } as const;

const toItem = (wire: LightboxItem): LightboxItemModel => ({
  ...toNumbers(wire),
  kind: kinds[wire.viewer_type],
  id: wire.photo_id ?? wire.video_id ?? 0,
  position: wire.position,
  owner: {
    type: fromWireType(wire.owner_type)!,
    id: wire.owner_id,
    name: wire.owner_title,
    image: wire.owner_image,
  },
  title: wire.title,
  description: wire.description,
  createdAt: wire.creation_date,
  url: wire.content_url,
  subject: { type: fromWireType(wire.subject_type) as SubjectType, id: wire.subject_id },
  isCommentable: wire.commentable === 1,
  canShare: wire.can_share === 1,
  isPaid: wire.is_paid === 1,
  picture: wire.picture,
  image: wire.image_main,
  videoUrl: wire.video_url,
  status: wire.status,
  videosOf:
    wire.parent_type && wire.parent_id
      ? { type: fromWireType(wire.parent_type) as OwnerType, id: wire.parent_id }
      : { type: fromWireType(wire.owner_type) as OwnerType, id: wire.owner_id },
  canEdit: wire.edit === 1,
  canDelete: wire.delete === 1,
  ratings:
    wire.type === uploadedVideo
      ? { rating: wire.rating ?? 0, count: wire.rating_count ?? 0, own: wire.my_rating ?? 0 }
      : undefined,
});

export const toLightboxSet = ({ items, position, total }: LightboxSet): LightboxSetModel => ({
  items: items.map(toItem),
  position,
  total,
});

/** A video in a list. */
export interface VideoModel {
  id: number;
  ownerId: number;
  title: string;
  description: string;
  picture?: Picture;
  seconds: number;
  status: number;
  viewCount: number;
  /** Wire time. */
  createdAt: string;
  canEdit: boolean;
  canDelete: boolean;
}

export const toVideo = (wire: Video): VideoModel => ({
  id: wire.video_id,
  ownerId: wire.owner_id,
  title: wire.title,
  description: wire.description,
  picture: wire.picture,
  seconds: wire.duration,
  status: wire.status,
  viewCount: wire.view_count,
  createdAt: wire.creation_date,
  canEdit: wire.edit === 1,
  canDelete: wire.delete === 1,
});

export const toRating = (answer: RatingAnswer): RatingModel => ({
  rating: answer.rating,
  count: answer.rating_count,
});
