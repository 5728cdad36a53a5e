import { z } from 'zod';
import { limitField, lineField, pageField, wireTypeEnum } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';
import { fromWireType, toWireType } from '#lib/wire-names.ts';

export const queryLength = 100;
/** What there is to be found so far comes first; of the others nothing is found yet. */
export const searchTypes = ['member', 'post', 'group', 'page', 'event', 'video'] as const;
export type SearchType = (typeof searchTypes)[number];

export const searchInput = z.object({
  query: lineField(queryLength).default(''),
  /** Empty: everything. */
  type: z
    .enum(['', ...searchTypes.map(toWireType)], 'This type is not known.')
    .transform((wire) => (wire === '' ? '' : (fromWireType(wire) as SearchType)))
    .prefault(''),
  page: pageField(1),
  limit: limitField(20),
});
export type SearchInput = z.input<typeof searchInput>;

export const searchResult = z.object({
  /** Capitalised as the specification has it. */
  type: z.enum(['User', 'Post']),
  item_type: wireTypeEnum(['member', 'post']),
  resource_id: z.int(),
  user_id: z.int().optional(),
  /** Of posts. */
  action_id: z.int().optional(),
  /** A member's name; of a post its author's. Both names are sent. */
  title: z.string(),
  displayname: z.string(),
  /** '@name' of a member; of a post the words around what was asked for. */
  description: z.string(),
  /** Of posts. */
  date: wireTime.optional(),
  image_icon: z.string(),
  image_profile: z.string(),
  content_url: z.string(),
  module_title: z.enum(['Members', 'Posts']),
  /** Among members: of the one who asks. */
  is_friend: z.literal([0, 1]).optional(),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchAnswer = z.object({
  /** Of posts at most 200 are counted. */
  totalItemCount: z.int(),
  page: z.int(),
  result: z.array(searchResult),
  /** 1 when nothing had that name or those words and these are similar. */
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
