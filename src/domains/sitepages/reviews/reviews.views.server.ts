import { avatarAddress } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag } from '#lib/shapes.ts';
import type { ReviewRow } from './review-rows.server.ts';
import type { PageReview } from './reviews.schema.ts';

export const reviewView = (row: ReviewRow, origin: string): PageReview => ({
  review_id: row.id,
  page_id: row.pageId,
  page_title: row.pageTitle,
  owner_id: row.author.id,
  owner_title: row.author.displayname,
  owner_image_icon: avatarAddress(row.author.avatar, origin),
  title: row.title,
  body: row.body,
  pros: row.pros,
  cons: row.cons,
  recommend: toFlag(row.isRecommended),
  rating: row.rating,
  featured: toFlag(row.isFeatured),
  pending: toFlag(row.needsApproval),
  view_count: 0,
  comment_count: 0,
  like_count: row.likeCount,
  is_like: toFlag(row.isLiked),
  creation_date: toWireTime(row.createdAt),
  modified_date: toWireTime(row.modifiedAt),
  answer: row.answer,
  can_edit: toFlag(row.canEdit),
  can_delete: toFlag(row.canDelete),
  can_answer: toFlag(row.canAnswer),
});
