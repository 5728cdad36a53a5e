import { imageView, type PictureRow } from '#domains/media/media.views.server.ts';
import { memberImages } from '#domains/members/members.views.server.ts';
import type { MentionRow } from '#domains/mentions/mentions.server.ts';
import { mentionsView } from '#domains/mentions/mentions.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { Liker, SubjectType } from '#domains/reactions/reactions.schema.ts';
import type { SubjectReactions } from '#domains/reactions/reactions.server.ts';
import {
  reactionTabsView,
  sumOf,
  type ReactionCounts,
} from '#domains/reactions/reactions.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { commentPhotoPath, mayDeleteComment, mayEditComment } from './comments.rules.ts';
import type { Comment, CommentList, CommentPhoto, PlainComment } from './comments.schema.ts';

/** A comment row; author and numbers are already limited to what the viewer may see. */
export interface CommentRow {
  id: number;
  subjectType: SubjectType;
  subjectId: number;
  authorId: number;
  parentId: number | null;
  body: string;
  photo: PictureRow | null;
  mentions: MentionRow[] | null;
  createdAt: string;
  editedAt: string | null;
  displayname: string;
  username: string;
  avatar: string | null;
  counts: ReactionCounts | null;
  mine: number | null;
  replyCount: number;
  replies?: CommentRow[] | null;
}

export interface CommentView {
  viewer: Viewer;
  /** Author of the subject, and owner of its wall. */
  ownerIds: number[];
  /** '' or PUBLIC_ORIGIN, see server/base-url.ts. */
  origin: string;
}

function photoView(photo: PictureRow, commentId: number, origin: string): CommentPhoto {
  return {
    photo_id: photo.id,
    image_main: imageView(photo, photo.width, origin),
    image_medium: imageView(photo, 640, origin),
    content_url: `${origin}${commentPhotoPath(commentId, photo.id)}`,
    picture: photo,
  };
}

function plainCommentView(
  row: CommentRow,
  { viewer, ownerIds, origin }: CommentView,
): PlainComment {
  const { image, image_profile, image_normal, image_icon, content_url } = memberImages(
    { ...row, id: row.authorId },
    origin,
  );
  const isOfPost = row.subjectType === 'post';
  const subject = wireSubject({ type: row.subjectType, id: row.subjectId });
  const params = { ...subject, comment_id: row.id };
  const isLike = row.mine === null ? 0 : 1;
  return {
    comment_id: row.id,
    ...(isOfPost
      ? { action_id: row.subjectId }
      : { resource_type: subject.subject_type, resource_id: row.subjectId }),
    ...subject,
    poster_id: row.authorId,
    user_id: row.authorId,
    poster_displayname: row.displayname,
    author_title: row.displayname,
    author_image_profile: image_profile,
    poster_photo: image_icon,
    author_image_icon: image_icon,
    author_image: image,
    author_image_normal: image_normal,
    content_url,
    body: row.body,
    comment_body: row.body,
    ...mentionsView(row.mentions),
    ...(row.photo ? { photo: photoView(row.photo, row.id, origin) } : {}),
    creation_date: toWireTime(row.createdAt),
    comment_date: toWireTime(row.createdAt),
    edited_date: row.editedAt === null ? null : toWireTime(row.editedAt),
    like: isLike
      ? { name: 'unlike', label: 'Unlike', url: 'unlike', urlParams: params, isLike }
      : { name: 'like', label: 'Like', url: 'like', urlParams: params, isLike },
    like_count: sumOf(row.counts),
    ...(isMember(viewer) && mayDeleteComment(viewer, { authorId: row.authorId, ownerIds })
      ? { delete: { name: 'delete', label: 'Delete', url: 'comment-delete', urlParams: params } }
      : {}),
    ...(isMember(viewer) && mayEditComment(viewer, row)
      ? {
          edit: {
            name: 'edit',
            label: 'Edit',
            url: 'advancedcomments/reply-edit',
            urlParams: params,
          },
        }
      : {}),
    parent_comment_id: row.parentId ?? 0,
    reply_count: row.replyCount,
  };
}

export function commentView(row: CommentRow, view: CommentView): Comment {
  return {
    ...plainCommentView(row, view),
    reply_on_comment: (row.replies ?? []).map((reply) => plainCommentView(reply, view)),
  };
}

export interface CommentPageRows {
  rows: CommentRow[];
  /** Present if the likes were asked for. */
  likers: Liker[] | undefined;
  page: number;
  next: number | null;
  /** Comments on the subject that the viewer sees. */
  total: number;
  reactions: SubjectReactions;
  canComment: boolean;
}

export function commentListView(
  { rows, likers, page, next, total, reactions: { counts, mine }, canComment }: CommentPageRows,
  view: CommentView,
): CommentList {
  const { viewer, ownerIds } = view;
  const comments = rows.map((row) => commentView(row, view));
  return {
    viewAllComments: comments,
    comments,
    page,
    next_page: next,
    nextPage: next,
    next,
    getTotalComments: total,
    getTotalLikes: sumOf(counts),
    isLike: mine === null ? 0 : 1,
    canComment: isMember(viewer) && canComment ? 1 : 0,
    canDelete: isMember(viewer) && ownerIds.includes(viewer.id) ? 1 : 0,
    reply_on_comment: Object.fromEntries(
      comments
        .filter((one) => one.reply_on_comment.length)
        .map((one) => [one.comment_id, one.reply_on_comment]),
    ),
    ...(likers ? { viewAllLikesBy: likers, reactionTabs: reactionTabsView(counts) } : {}),
  };
}

/** The comment itself or one of its replies. */
export const commentIn = (thread: Comment, commentId: number): PlainComment | undefined =>
  [thread, ...thread.reply_on_comment].find(({ comment_id }) => comment_id === commentId);
