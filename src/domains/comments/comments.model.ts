import { toMentions, type MentionModel } from '#domains/mentions/mentions.model.ts';
import { commentTypeOn, fromWireType, type CommentType } from '#lib/wire-names.ts';
import type { Comment, CommentList, CommentPhoto, PlainComment } from './comments.schema.ts';

/** A comment or reply as components and stores hold it. Times are wire text. */
export interface PlainCommentModel {
  /** Below 0 while it is being sent. */
  id: number;
  /** 0 on top-level comments. */
  parentId: number;
  type: CommentType;
  author: { id: number; name: string; image: string };
  body: string;
  mentions?: MentionModel[] | undefined;
  photo?: CommentPhotoModel | undefined;
  /** Empty while it is being sent. */
  createdAt: string;
  editedAt: string | null;
  isLiked: boolean;
  likeCount: number;
  mayEdit: boolean;
  mayDelete: boolean;
  replyCount: number;
}

export interface CommentPhotoModel {
  id: number;
  /** The local file of a comment that is being sent. */
  src?: string;
  picture: CommentPhoto['picture'];
}

export interface CommentModel extends PlainCommentModel {
  /** Oldest first; lists hold the first ones. */
  replies: PlainCommentModel[];
}

/** A page of comments, newest first, or of the replies to one. */
export interface CommentPage {
  comments: CommentModel[];
  /** The page after this one, null at the end. */
  next: number | null;
  /** Comments of the whole thread, replies included. */
  total: number;
}

export const toPlainComment = (comment: PlainComment): PlainCommentModel => ({
  id: comment.comment_id,
  parentId: comment.parent_comment_id,
  type: commentTypeOn(fromWireType(comment.subject_type)),
  author: {
    id: comment.user_id,
    name: comment.author_title,
    image: comment.author_image_icon,
  },
  body: comment.comment_body,
  mentions: toMentions(comment.mentions),
  photo: comment.photo && { id: comment.photo.photo_id, picture: comment.photo.picture },
  createdAt: comment.comment_date,
  editedAt: comment.edited_date,
  isLiked: comment.like.isLike === 1,
  likeCount: comment.like_count,
  mayEdit: comment.edit !== undefined,
  mayDelete: comment.delete !== undefined,
  replyCount: comment.reply_count,
});

export const toComment = (comment: Comment): CommentModel => ({
  ...toPlainComment(comment),
  replies: comment.reply_on_comment.map(toPlainComment),
});

export const toCommentPage = (list: CommentList): CommentPage => ({
  comments: list.viewAllComments.map(toComment),
  next: list.next_page,
  total: list.getTotalComments,
});
