import { z } from 'zod';
import { flagField, idField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag, menuItem, userLite } from '#lib/shapes.ts';
import { friendshipTypes } from './friends.rules.ts';

export const friendshipType = z.enum(friendshipTypes);

/** Text to look for; blank asks for the first by name. */
const searchField = lineField(100).default('');

export const suggestInput = z.object({
  search: searchField,
  limit: limitField(10),
  /** 1: people whom the member may write to. */
  message: flagField.optional(),
  /** Only members of that group, page or event: `group_5`. */
  guid: z.string().regex(/^[a-z_]{1,30}_\d{1,18}$/, 'Must name an item, such as group_5.').or(z.literal('')).optional(),
});
export type SuggestInput = z.input<typeof suggestInput>;

export const friendListInput = z.object({
  /** The own list if absent. */
  user_id: idField.optional(),
  search: searchField,
  page: pageField(1),
  limit: limitField(20, 100),
});
export type FriendListInput = z.input<typeof friendListInput>;

export const friendSuggestion = z.object({
  guid: z.string(),
  id: z.int(),
  label: z.string(),
  image: z.string().nullable(),
  photo: z.string().nullable(),
  type: z.literal('user'),
});
export type FriendSuggestion = z.output<typeof friendSuggestion>;

export const friendRow = userLite.extend({
  /** What the member may do about that person; null on the own row and where a request is not wanted. */
  menus: menuItem.nullable(),
  friendship_type: friendshipType,
  mutualFriendCount: z.int(),
  is_online: flag,
});
export type FriendRow = z.output<typeof friendRow>;

export const friendList = z.object({ totalItemCount: z.int(), friends: z.array(friendRow), canAddToList: z.literal(0) });
export type FriendList = z.output<typeof friendList>;
