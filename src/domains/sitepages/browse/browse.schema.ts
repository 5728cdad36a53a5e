import { z } from 'zod';
import { optionalId, orderField } from '#domains/containers/containers.schema.ts';
import { type PageOrder } from '#domains/sitepages/sitepages.rules.ts';
import { page } from '#domains/sitepages/sitepages.schema.ts';
import { flagField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag, formField, menuItem } from '#lib/shapes.ts';

export const pagePackage = z.object({
  package_id: z.int(),
  title: z.string(),
  description: z.string(),
  price: z.string(),
  currency: z.string(),
  duration: z.string(),
  features: z.array(z.string()),
  /** The same for clients that draw it as a table. */
  package: z.record(z.string(), z.object({ label: z.string(), value: z.string() })),
  menu: z.array(menuItem),
});
export type PagePackage = z.output<typeof pagePackage>;

const categoryFields = { category_id: z.int(), category_name: z.string(), count: z.int() };
const subCategory = z.object({
  ...categoryFields,
  subCategories: z.array(z.object({ ...categoryFields, subCategories: z.array(z.never()) })),
});
export const category = z.object({ ...categoryFields, subCategories: z.array(subCategory) });
export type Category = z.output<typeof category>;

export const orders = {
  creation_date: 'newest',
  modified_date: 'modified',
  title: 'title',
  view_count: 'views',
  like_count: 'likes',
  member_count: 'members',
  review_count: 'reviews',
  rating: 'rating',
  trending: 'trending',
} as const satisfies Record<string, PageOrder>;
export const wireOrders = Object.keys(orders) as Array<keyof typeof orders>;
const categoryQuery = {
  category_id: optionalId.optional(),
  subcategory_id: optionalId.optional(),
  subsubcategory_id: optionalId.optional(),
};

export const browseInput = z.object({
  search: lineField(100).default(''),
  ...categoryQuery,
  /** The same as `category_id`. */
  category: optionalId.optional(),
  location: lineField(100).default(''),
  orderby: orderField<PageOrder>(orders),
  liked: flagField.optional(),
  followed: flagField.optional(),
  user_id: optionalId.optional(),
  page: pageField(1),
  limit: limitField(20),
});
export type BrowseInput = z.input<typeof browseInput>;

export const manageInput = browseInput.pick({
  search: true,
  category_id: true,
  orderby: true,
  page: true,
  limit: true,
});
export type ManageInput = z.input<typeof manageInput>;

export const pagesAnswer = z.object({
  canCreate: flag,
  totalItemCount: z.int(),
  page: z.int(),
  response: z.array(page),
});
export type PagesAnswer = z.output<typeof pagesAnswer>;

export const categoriesInput = z.object({ showCount: flagField.default(1) });
export type CategoriesInput = z.input<typeof categoriesInput>;
export const categoriesAnswer = z.object({ categories: z.array(category) });
export type CategoriesAnswer = z.output<typeof categoriesAnswer>;

export const formAnswer = z.object({ form: z.array(formField) });
export type FormAnswer = z.output<typeof formAnswer>;

export const packagesInput = z.object({ page: pageField(1), limit: limitField(20) });
export type PackagesInput = z.input<typeof packagesInput>;
export const packagesAnswer = z.object({
  getTotalItemCount: z.int(),
  totalItemCount: z.int(),
  response: z.array(pagePackage),
});
export type PackagesAnswer = z.output<typeof packagesAnswer>;

/** The deepest category that was chosen. */
export const toCategory = (fields: {
  category_id?: number | undefined;
  subcategory_id?: number | undefined;
  subsubcategory_id?: number | undefined;
}): number | undefined =>
  fields.subsubcategory_id || fields.subcategory_id || fields.category_id || undefined;
