import { z } from 'zod';
import { comment } from '#domains/comments/comments.schema.ts';
import { mentions } from '#domains/mentions/mentions.schema.ts';
import { feedReactions, myReaction } from '#domains/reactions/reactions.schema.ts';
import { containerTypes } from '#lib/container-types.ts';
import { wireTypeEnum } from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';
import { audiences } from './posts.schema.ts';

const size = z.object({ width: z.int(), height: z.int() });
export const attachmentImage = size.extend({ src: z.string(), size });
export type AttachmentImage = z.output<typeof attachmentImage>;

export const siteCard = z.object({
  title: z.string(),
  description: z.string(),
  image: z.string(),
  url: z.string(),
  site_name: z.string(),
});

/**
 * Our own addition for the web client: the widths under /media/{id}/{width}.avif and .webp, and a
 * placeholder.
 */
export const pictureSource = size.extend({
  id: z.int(),
  widths: z.array(z.int()),
  placeholder: z.string(),
  alt: z.string(),
});
export type PictureSource = z.output<typeof pictureSource>;

export const attachment = z.object({
  attachment_type: wireTypeEnum(['photo', 'video', 'link', 'post', ...containerTypes]),
  /** 0 on a shared post that the viewer may not see. */
  attachment_id: z.int(),
  photo_id: z.int(),
  album_id: z.int(),
  image_main: attachmentImage.optional(),
  image_medium: attachmentImage.optional(),
  image_normal: attachmentImage.optional(),
  image_profile: attachmentImage.optional(),
  image_icon: attachmentImage.optional(),
  picture: pictureSource.optional(),
  title: z.string(),
  body: z.string(),
  uri: z.string(),
  content_url: z.string(),
  attachment_video_type: z.int().optional(),
  attachment_video_url: z.string().optional(),
  /**
   * Our own addition, for uploaded videos: 1 ready, 2 processing, 3 failed; size and seconds.
   */
  video: size
    .extend({ status: z.union([z.literal(1), z.literal(2), z.literal(3)]), duration: z.int() })
    .optional(),
  og_data: z.object({ openGraph: siteCard, hybridGraph: siteCard }).optional(),
  /** On shares: the shared post, or nothing when it was deleted or is hidden from the viewer. */
  get shared_post_data(): z.ZodOptional<z.ZodArray<typeof feedItem>> {
    return z.array(feedItem).optional();
  },
  /** Our own addition: the author of a shared photo or video, a member or a page. */
  owner: z
    .object({ type: z.string(), id: z.int(), displayname: z.string(), image: z.string() })
    .optional(),
  /** Our own addition: whether a shared photo or video is of a post that somebody paid for. */
  is_paid: flag.optional(),
  /** Our own addition: more of a page, group or event, for members. */
  container: z
    .object({
      cover: z.string(),
      member_count: z.int(),
      /** The call by which the viewer joins it at once, such as `POST /groups/member/join/5`. */
      join: z.string().optional(),
    })
    .optional(),
  likes_count: z.int(),
  comment_count: z.int(),
  is_like: flag,
  mode: z.literal(1),
});
export type Attachment = z.output<typeof attachment>;

export const postTag = z.object({
  tagmap_id: z.int(),
  tag_type: z.literal('user'),
  tag_id: z.int(),
  tag_obj: userLite,
});
export type PostTag = z.output<typeof postTag>;

export const feeling = z.object({
  parent: z.int(),
  child: z.int(),
  parenttitle: z.string(),
  childtitle: z.string(),
  type: z.string(),
  url: z.string(),
});
export type Feeling = z.output<typeof feeling>;

export const feedAction = z.object({
  action_id: z.int(),
  type: z.string(),
  subject_type: z.string(),
  subject_id: z.int(),
  subjectIformation: z.object({
    subject_id: z.int(),
    displayname: z.string(),
    image: z.string(),
    image_icon: z.string(),
    image_profile: z.string(),
  }),
  /** Our own addition: the member who wrote it in the name of a page, for its staff alone. */
  writer: z.object({ user_id: z.int(), displayname: z.string() }).optional(),
  object_type: z.string(),
  object_id: z.int(),
  object_image: z.object({ image_profile: z.string() }),
  feed_icon: z.string(),
  feed_title: z.string(),
  action_type_body: z.string(),
  action_type_body_params: z.array(
    z.object({
      search: z.string(),
      type: z.string().optional(),
      id: z.int().optional(),
      label: z.string(),
    }),
  ),
  body: z.string(),
  date: wireTime,
  modified_date: wireTime,
  /** Unix seconds of `date`. */
  time_value: z.int(),
  privacy: z.enum(audiences),
  privacy_icon: z.enum(audiences),
  attachment_count: z.int(),
  photo_attachment_count: z.int(),
  attachment: z.array(attachment),
  tags: z.array(postTag),
  mentions,
  hashtags: z.array(z.string()),
  comment_count: z.int(),
  /** The sum of feed_reactions. */
  like_count: z.int(),
  /** Number of shares that the viewer may see, up to 100. */
  share_count: z.int(),
  /** The author's switches. */
  commentable: flag,
  shareable: flag,
  /** Our own addition: its author says that somebody paid for it. */
  is_paid: flag,
  /**
   * Our own additions: the `album` of `album_photo_new` and `profile_photo_update`, and the
   * `friend` of `friends`.
   */
  params: z.object({
    feelings: feeling.optional(),
    album: z.object({ album_id: z.int(), title: z.string() }).optional(),
    friend: userLite.optional(),
  }),
  share_params_type: z.string().optional(),
  share_params_id: z.int().optional(),
});
export type FeedAction = z.output<typeof feedAction>;

export const feedItem = z.object({
  feed: feedAction,
  is_like: flag,
  /** The viewer has saved it. */
  is_saved: flag,
  /** The viewer has turned off its notifications. */
  is_muted: flag,
  can_comment: flag,
  can_share: flag,
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
  /** Actions of the viewer in the '...' menu. */
  feed_menus: z.array(menuItem),
  /** The newest comment; the feed sends it in comment_preview instead. */
  comment_data: comment.optional(),
  /** Time of reading: later changes come by the live stream or `POST /live/watch`. */
  read_at: wireTime.optional(),
});
export type FeedItem = z.output<typeof feedItem>;
/** Id of the post in an answer. */
export const toPostId = ({ feed }: FeedItem): number => feed.action_id;
