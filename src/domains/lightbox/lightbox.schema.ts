import { z } from 'zod';
import { feedReactions, myReaction, wireSubjectType } from '#domains/reactions/reactions.schema.ts';
import { containerTypes, wallTypes } from '#lib/container-types.ts';
import { cursorField, flagField, idField, itemTypeField, wireTypeEnum } from '#lib/fields.ts';
import { flag, menuItem, wireTime } from '#lib/shapes.ts';

/**
 * `subject_*` names the owner of the set: a post, a comment (with one photo), an album, or a member,
 * page, group or event with their videos.
 */
export const lightboxInput = z
  .object({
    type: itemTypeField(['photo', 'video']),
    id: idField,
    subject_type: itemTypeField([
      'post',
      'post_comment',
      'comment',
      'album',
      ...wallTypes,
    ]).transform((type) => (type === 'comment' ? 'post_comment' : type)),
    subject_id: idField,
    owner_id: idField.optional(),
    /** Our own addition: the kind of `owner_id`. */
    owner_type: itemTypeField(wallTypes).optional(),
    is_attachment: flagField.optional(),
  })
  .refine(
    ({ subject_type, subject_id, owner_id = subject_id }) =>
      subject_type !== 'member' || owner_id === subject_id,
    { path: ['owner_id'], error: 'Two different members were named.' },
  );
export type LightboxInput = z.input<typeof lightboxInput>;

/** 0 for photos of posts, which are in no album. */
export const photoInput = z.object({ photo_id: idField, album_id: cursorField });
export type PhotoInput = z.input<typeof photoInput>;
export const videoInput = z.object({ id: idField, gutter_menu: flagField.default(1) });
export type VideoInput = z.input<typeof videoInput>;

const size = z.object({ width: z.int(), height: z.int() });
const image = size.extend({ src: z.string(), size });

/** Fields common to photos and videos. */
const mediaFields = z.object({
  title: z.string(),
  description: z.string(),
  creation_date: wireTime,
  modified_date: wireTime,
  owner_type: wireTypeEnum(wallTypes),
  owner_id: z.int(),
  owner_title: z.string(),
  owner_image: z.string(),
  like_count: z.int(),
  comment_count: z.int(),
  view_count: z.int(),
  is_like: flag,
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
  can_comment: flag,
  /** Our own addition: whether comments are open at all; 1 for visitors who could after a log-in. */
  commentable: flag,
  /** Our own addition: Share needs 1. */
  can_share: flag,
  /** Our own addition: a paid post has it. */
  is_paid: flag,
  image: z.string(),
  image_main: image.optional(),
  image_normal: z.string(),
  image_profile: z.string(),
  image_icon: z.string(),
  content_url: z.string(),
  /**
   * Our own addition for the web client: stored widths, and a placeholder until the picture is
   * loaded.
   */
  picture: size
    .extend({ id: z.int(), widths: z.array(z.int()), placeholder: z.string(), alt: z.string() })
    .optional(),
});

const photoFields = {
  photo_id: z.int(),
  album_id: z.int(),
  order: z.int(),
  file_id: z.int(),
  skip_photo: flag,
};
const videoFields = {
  video_id: z.int(),
  /** The page, group or event where it stands. */
  parent_type: wireTypeEnum(containerTypes).nullable(),
  parent_id: z.int().nullable(),
  /** The provider's id, or the extension of the file. */
  code: z.string(),
  rotation: z.int(),
  category_id: z.int(),
  category: z.string(),
  search: flag,
  location: z.string(),
  file_id: z.int(),
  /** 1 YouTube, 2 Vimeo, 3 an uploaded file, 6 another player. */
  type: z.int(),
  video_url: z.string(),
  attachment_video_url: z.string(),
  duration: z.int(),
  status: z.int(),
  /** The average, from 1 to 5; 0 for none. */
  rating: z.number(),
  rating_count: z.int(),
  /** By the caller, from 1 to 5; 0 for none. */
  my_rating: z.int(),
  allow_to_view: flag,
  edit: flag,
  delete: flag,
};

export const photo = mediaFields.extend(photoFields);
export type Photo = z.output<typeof photo>;
export const video = mediaFields.extend(videoFields);
export type Video = z.output<typeof video>;

export const lightboxItem = mediaFields.extend({
  ...z.object({ ...photoFields, ...videoFields }).partial().shape,
  viewer_type: z.enum(['album_photo', 'video', 'youtube']),
  /** From 1. */
  position: z.int(),
  /**
   * Subject of its comments and reactions: the media itself, the post (embedded video) or the
   * comment (comment photo).
   */
  subject_type: wireSubjectType,
  subject_id: z.int(),
});
export type LightboxItem = z.output<typeof lightboxItem>;

/** A large set contains the hundred items before and after the opened one. */
export const lightboxSet = z.object({
  total: z.int(),
  position: z.int(),
  items: z.array(lightboxItem),
});
export type LightboxSet = z.output<typeof lightboxSet>;

export const photoAnswer = z.object({ response: photo });
export type PhotoAnswer = z.output<typeof photoAnswer>;
export const videoAnswer = z.object({ response: video, gutterMenu: z.array(menuItem) });
export type VideoAnswer = z.output<typeof videoAnswer>;
