import { z } from 'zod';
import { optionalId, orderField } from '#domains/containers/containers.schema.ts';
import { listAnswer } from '#domains/containers/kit/kind.schema.ts';
import type { GroupOrder } from '#domains/groups/groups.rules.ts';
import { group } from '#domains/groups/groups.schema.ts';
import { limitField, lineField, pageField } from '#lib/fields.ts';

const orders = {
  creation_date: 'newest',
  member_count: 'members',
} as const satisfies Record<string, GroupOrder>;
export const browseInput = z.object({
  text: lineField(100).optional(),
  /** The same as `text`. */
  search_text: lineField(100).optional(),
  search: lineField(100).optional(),
  category_id: optionalId.default(0),
  order: orderField<GroupOrder>(orders),
  /** Groups that this member belongs to. */
  user_id: optionalId.default(0),
  page: pageField(1),
  limit: limitField(20),
});
export type BrowseInput = z.input<typeof browseInput>;

export const manageInput = browseInput.omit({ user_id: true });
export type ManageInput = z.input<typeof manageInput>;

export const groupsAnswer = listAnswer(group);
export type GroupsAnswer = z.output<typeof groupsAnswer>;

export const suggestedInput = z.object({ limit: limitField(5, 20) });
export type SuggestedInput = z.input<typeof suggestedInput>;
