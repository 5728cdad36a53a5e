import { z } from 'zod';
import { video } from '#domains/lightbox/lightbox.schema.ts';
import { containerTypes } from '#lib/container-types.ts';
import { idField, itemTypeField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag } from '#lib/shapes.ts';

/** Orders of a list, by our words. */
const orders = {
  creation_date: 'newest',
  view_count: 'views',
  like_count: 'reactions',
  rating: 'rating',
} as const;
export type VideoOrder = (typeof orders)[keyof typeof orders];
const orderNames = Object.keys(orders) as Array<keyof typeof orders>;

const page = { page: pageField(1), limit: limitField(20) };
const wanted = {
  ...page,
  search: lineField(100).default(''),
  orderby: z
    .enum(orderNames, 'Please choose one of these.')
    .default('creation_date')
    .transform((name) => orders[name]),
  /** We keep no categories; the value is ignored. */
  category: z.string().optional(),
};

/** Uploaded videos only. Videos of other sites are found through their posts. */
export const browseVideosInput = z.object({ ...wanted, user_id: idField.optional() });
export type BrowseVideosInput = z.input<typeof browseVideosInput>;
export const manageVideosInput = z.object(wanted);
export type ManageVideosInput = z.input<typeof manageVideosInput>;

export const containerVideosInput = z.object({
  ...page,
  subject_type: itemTypeField(containerTypes),
  subject_id: idField,
});
export type ContainerVideosInput = z.input<typeof containerVideosInput>;

export const videoListAnswer = z.object({
  canCreate: flag,
  totalItemCount: z.int(),
  page: z.int(),
  response: z.array(video),
});
export type VideoListAnswer = z.output<typeof videoListAnswer>;
/** `quota` is the maximum number of videos: 0 for unlimited. */
export const ownVideosAnswer = videoListAnswer.extend({ quota: z.int() });
export type OwnVideosAnswer = z.output<typeof ownVideosAnswer>;

export const categoriesAnswer = z.object({
  categories: z.array(z.object({ category_id: z.int(), category_name: z.string() })),
});
export type CategoriesAnswer = z.output<typeof categoriesAnswer>;

export const rateVideoInput = z.object({
  id: idField,
  rating: z
    .union([z.int(), z.string().regex(/^\d$/).transform(Number)], 'Must be a number.')
    .pipe(z.int().min(1).max(5)),
});
export type RateVideoInput = z.input<typeof rateVideoInput>;
export const ratingAnswer = z.object({ rating: z.number(), rating_count: z.int() });
export type RatingAnswer = z.output<typeof ratingAnswer>;
