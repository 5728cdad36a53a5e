import { z } from 'zod';
import { altLength } from '#domains/media/media.rules.ts';
import { mentions } from '#domains/mentions/mentions.schema.ts';
import {
  liker,
  reactionChoice,
  reactionTab,
  subjectTypeField,
} from '#domains/reactions/reactions.schema.ts';
import { flagField, idField, limitField, lineField, pageField, textField } from '#lib/fields.ts';
import { flag, menuItem, wireTime } from '#lib/shapes.ts';

export const commentLength = 1000;
export const commentPageSize = 5;

/** A subject, or a post by its action_id (the owner of the call refuses neither). */
const subject = {
  action_id: idField.optional(),
  subject_type: subjectTypeField.optional(),
  subject_id: idField.optional(),
};

export const commentInput = z.object({
  ...subject,
  /** May be empty beside a photo. */
  body: textField(commentLength).default(''),
  /** Describes the photo to people who cannot see it. */
  alt: lineField(altLength).default(''),
  /** The comment being replied to. */
  comment_id: idField.optional(),
  send_notification: flagField.optional(),
});
/** `photo` is sent as a file. */
export type CommentInput = z.input<typeof commentInput> & { photo?: Blob | undefined };

export const commentEditInput = z.object({
  ...subject,
  comment_id: idField,
  body: textField(commentLength),
});
export type CommentEditInput = z.input<typeof commentEditInput>;

/** An own comment, named through its subject. */
export const notifyInput = z.object({ ...subject, comment_id: idField });
export type NotifyInput = z.input<typeof notifyInput>;

export const commentDeleteInput = z.object({ ...subject, comment_id: idField });
export type CommentDeleteInput = z.input<typeof commentDeleteInput>;

const listFields = (firstPage: 0 | 1) => ({
  ...subject,
  page: pageField(firstPage),
  limit: limitField(commentPageSize),
  /** 0 returns only likes, and the pages are those of the likes. */
  viewAllComments: flagField.optional(),
  viewAllLikes: flagField.default(0),
  /** Returns the replies of this comment, or its likes with viewAllLikes. */
  comment_id: idField.optional(),
  /** Only likes of this kind. */
  reaction: reactionChoice.optional(),
});

/** The feed's own list counts pages from 0, except for native clients. */
export const feedCommentsInput = z.object(listFields(0));
export type FeedCommentsInput = z.input<typeof feedCommentsInput>;
/** The general list counts pages from 1. */
export const commentsInput = z.object(listFields(1));
export type CommentsInput = z.input<typeof commentsInput>;

const size = z.object({ width: z.int(), height: z.int() });
const image = size.extend({ src: z.string(), size });

const commentPhoto = z.object({
  photo_id: z.int(),
  image_main: image,
  image_medium: image,
  /** The photo's page in the lightbox. */
  content_url: z.string(),
  /** Sizes that exist, and the placeholder shown until they are loaded. */
  picture: size.extend({
    id: z.int(),
    widths: z.array(z.int()),
    placeholder: z.string(),
    alt: z.string(),
  }),
});
export type CommentPhoto = z.output<typeof commentPhoto>;

const plainComment = z.object({
  comment_id: z.int(),
  /** On comments of posts. */
  action_id: z.int().optional(),
  /** On comments of other items. */
  resource_type: z.string().optional(),
  resource_id: z.int().optional(),
  subject_type: z.string(),
  subject_id: z.int(),
  poster_id: z.int(),
  user_id: z.int(),
  poster_displayname: z.string(),
  author_title: z.string(),
  author_image_profile: z.string(),
  poster_photo: z.string(),
  author_image_icon: z.string(),
  author_image: z.string(),
  author_image_normal: z.string(),
  /** The author's page on the web. */
  content_url: z.string(),
  body: z.string(),
  comment_body: z.string(),
  mentions,
  photo: commentPhoto.optional(),
  creation_date: wireTime,
  comment_date: wireTime,
  /** Time of the last edit, or null. */
  edited_date: wireTime.nullable(),
  like: menuItem.extend({ isLike: flag }),
  like_count: z.int(),
  /** Present if the viewer may delete it. */
  delete: menuItem.optional(),
  /** Present for the author. */
  edit: menuItem.optional(),
  /** 0 on top-level comments. */
  parent_comment_id: z.int(),
  reply_count: z.int(),
});

export const comment = plainComment.extend({
  /** Oldest first, at most 3 in lists. */
  reply_on_comment: z.array(plainComment),
});
export type PlainComment = z.output<typeof plainComment>;
export type Comment = z.output<typeof comment>;

export const commentList = z.object({
  /** Top-level comments, newest first; with comment_id the replies of that one, oldest first. */
  viewAllComments: z.array(comment),
  comments: z.array(comment),
  /** As the caller counts. */
  page: z.int(),
  /** The next page, null at the end. Repeated under three names for clients of different age. */
  next_page: z.int().nullable(),
  nextPage: z.int().nullable(),
  next: z.int().nullable(),
  /** Replies included. */
  getTotalComments: z.int(),
  getTotalLikes: z.int(),
  isLike: flag,
  canComment: flag,
  canDelete: flag,
  /** The replies again, by parent id, for native clients. */
  reply_on_comment: z.record(z.string(), z.array(plainComment)),
  /** With viewAllLikes=1. */
  viewAllLikesBy: z.array(liker).optional(),
  reactionTabs: z.array(reactionTab).optional(),
});
export type CommentList = z.output<typeof commentList>;
