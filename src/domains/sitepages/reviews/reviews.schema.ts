import { z } from 'zod';
import { orderField } from '#domains/containers/containers.schema.ts';
import type { ReviewOrder } from '#domains/sitepages/sitepages.rules.ts';
import {
  flagField,
  idField,
  isVisible,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';

export const pageReview = z.object({
  review_id: z.int(),
  page_id: z.int(),
  page_title: z.string(),
  owner_id: z.int(),
  owner_title: z.string(),
  owner_image_icon: z.string(),
  title: z.string(),
  body: z.string(),
  pros: z.string(),
  cons: z.string(),
  recommend: flag,
  rating: z.int(),
  featured: flag,
  /** Held back until a moderator of the site has looked at it; only the author sees it. */
  pending: flag,
  view_count: z.int(),
  comment_count: z.int(),
  like_count: z.int(),
  is_like: flag,
  creation_date: wireTime,
  modified_date: wireTime,
  /** The answer of the page; empty without one. */
  answer: z.string(),
  /** The caller may edit it, delete it, answer it. */
  can_edit: flag,
  can_delete: flag,
  can_answer: flag,
});
export type PageReview = z.output<typeof pageReview>;

const orders = {
  recent: 'recent',
  rating_highest: 'highest',
  rating_lowest: 'lowest',
  helpfull_most: 'helpful',
  // Reviews have neither replies nor views.
  replay_most: 'recent',
  view_most: 'recent',
} as const satisfies Record<string, ReviewOrder>;

export const reviewsInput = z.object({
  id: idField,
  search: lineField(100).default(''),
  show: z
    .enum(['', 'friends_reviews', 'self_reviews', 'featured'], 'Please choose one of these.')
    .default(''),
  /** Reviews of editors do not exist here. */
  type: z.enum(['', 'editor', 'user'], 'Please choose one of these.').default(''),
  order: orderField<ReviewOrder>(orders),
  rating: z
    .union([z.literal(['', 0]), z.coerce.number().int().min(0).max(5)], 'Must be 1 to 5.')
    .transform(Number)
    .default(0),
  recommend: flagField.default(0),
  page: pageField(1),
  limit: limitField(20),
});
export type ReviewsInput = z.input<typeof reviewsInput>;

export const reviewsAnswer = z.object({
  total_reviews: z.int(),
  totalItemCount: z.int(),
  canCreate: flag,
  average: z.number(),
  reviews: z.array(pageReview),
  response: z.array(pageReview),
});
export type ReviewsAnswer = z.output<typeof reviewsAnswer>;

const ratingField = z
  .union([z.int(), z.string().regex(/^\d$/).transform(Number)], 'Please choose 1 to 5.')
  .pipe(z.int().min(1, 'Please choose 1 to 5.').max(5, 'Please choose 1 to 5.'));

const reviewFields = {
  rating: ratingField,
  title: lineField(128).refine(isVisible, 'Please fill in this field.'),
  body: textField(5_000).refine((text) => [...text].length >= 10, 'At least 10 characters.'),
  pros: textField(1_000).default(''),
  cons: textField(1_000).default(''),
  recommend: flagField.default(0),
};
export const createReviewInput = z.object({ id: idField, ...reviewFields });
export type CreateReviewInput = z.input<typeof createReviewInput>;
export type ReviewFields = Omit<z.output<typeof createReviewInput>, 'id'>;
export const editReviewInput = z.object({ page_id: idField, review_id: idField, ...reviewFields });
export type EditReviewInput = z.input<typeof editReviewInput>;
export const reviewIdInput = z.object({ page_id: idField, review_id: idField });
export type ReviewIdInput = z.input<typeof reviewIdInput>;
export const featureReviewInput = z.object({ review_id: idField, featured: flagField });
export type FeatureReviewInput = z.input<typeof featureReviewInput>;
export const answerReviewInput = z.object({
  page_id: idField,
  review_id: idField,
  answer: textField(2_000),
});
export type AnswerReviewInput = z.input<typeof answerReviewInput>;
export const reviewAnswer = z.object({ response: pageReview });
export type ReviewAnswer = z.output<typeof reviewAnswer>;
