import { z } from 'zod';
import type { GroupOrder } from '#domains/groups/groups.rules.ts';
import { group } from '#domains/groups/groups.schema.ts';
import { flagField, idField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag, formField } from '#lib/shapes.ts';

const orders = {
  creation_date: 'newest',
  member_count: 'members',
} as const satisfies Record<string, GroupOrder>;
const orderField = z
  .enum(['', ...(Object.keys(orders) as Array<keyof typeof orders>)], 'This order is not known.')
  .transform((wire): GroupOrder => (wire === '' ? 'newest' : orders[wire]))
  .prefault('');

/** An id that may be absent, empty or 0. */
const optionalId = z
  .union([idField, z.literal(['', '0', 0])])
  .transform((id) => Number(id) || 0)
  .default(0);

export const browseInput = z.object({
  text: lineField(100).optional(),
  /** The same as `text`. */
  search_text: lineField(100).optional(),
  search: lineField(100).optional(),
  category_id: optionalId,
  order: orderField,
  /** Groups that this member belongs to. */
  user_id: optionalId,
  page: pageField(1),
  limit: limitField(20),
});
export type BrowseInput = z.input<typeof browseInput>;

export const manageInput = browseInput.omit({ user_id: true });
export type ManageInput = z.input<typeof manageInput>;

export const groupsAnswer = z.object({
  canCreate: flag,
  totalItemCount: z.int(),
  getTotalItemCount: z.int(),
  page: z.int(),
  response: z.array(group),
});
export type GroupsAnswer = z.output<typeof groupsAnswer>;

export const suggestedInput = z.object({ limit: limitField(5, 20) });
export type SuggestedInput = z.input<typeof suggestedInput>;

export const formAnswer = z.array(formField);
export type FormAnswer = z.output<typeof formAnswer>;

export const viewInput = z.object({
  id: idField,
  gutter_menu: flagField.default(1),
  profile_tabs: flagField.default(1),
});
export type ViewInput = z.input<typeof viewInput>;
