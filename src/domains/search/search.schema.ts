import { z } from 'zod';
import { limitField, lineField, pageField, wireTypeEnum } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';
import { aliasesOf, fromWireType, itemTypes, toWireType, type ItemType } from '#lib/wire-names.ts';

export const queryLength = 100;
/** Types that search does not know return nothing. */
export type SearchType = ItemType;

export const searchInput = z.object({
  query: lineField(queryLength).default(''),
  /** Empty for all types. */
  type: z
    .enum(
      ['', ...itemTypes.map(toWireType), ...aliasesOf(itemTypes)],
      'Please choose one of these.',
    )
    .transform((wire) => (wire === '' ? '' : (fromWireType(wire) as SearchType)))
    .prefault(''),
  page: pageField(1),
  limit: limitField(20),
});
export type SearchInput = z.input<typeof searchInput>;

/** A container also has its id under the name of its kind, such as `group_id`. */
export const searchResult = z.looseObject({
  /** Capitalised as in the specification. */
  type: z.string(),
  item_type: wireTypeEnum(itemTypes),
  resource_id: z.int(),
  user_id: z.int().optional(),
  /** Only for posts. */
  action_id: z.int().optional(),
  /** A member's name, the name of the post's author, or the title. Both fields are sent. */
  title: z.string(),
  displayname: z.string(),
  /** '@name' for members, an excerpt for everything else. */
  description: z.string(),
  /** Only for posts. */
  date: wireTime.optional(),
  image_icon: z.string(),
  image_profile: z.string(),
  content_url: z.string(),
  module_title: z.string(),
  /** For members: a friend of the caller. */
  is_friend: z.literal([0, 1]).optional(),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchAnswer = z.object({
  /** Counts at most 200 posts. */
  totalItemCount: z.int(),
  page: z.int(),
  result: z.array(searchResult),
  /** 1 if there was no exact match and the results are similar ones. */
  is_similar: z.literal([0, 1]),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

const formField = z.object({
  type: z.string(),
  name: z.string(),
  label: z.string(),
  multiOptions: z.record(z.string(), z.string()).optional(),
});
export const searchForm = z.object({ form: z.array(formField) });
export type SearchForm = z.output<typeof searchForm>;
