import { z } from 'zod';
import { flagField, idField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';
import { isId } from '#lib/url-numbers.ts';
import { friendActions, friendshipTypes } from './friends.rules.ts';

export const friendshipType = z.enum(friendshipTypes);

/** Search text; blank returns the first by name. */
const searchField = lineField(100).default('');

export const suggestInput = z.object({
  search: searchField,
  limit: limitField(10),
  /** 1: only people the member may write to. */
  message: flagField.optional(),
  /** Only members of that group, page or event: `group_5`. */
  guid: z
    .string()
    .regex(/^[a-z_]{1,30}_\d{1,18}$/, 'Must name an item, such as group_5.')
    .or(z.literal(''))
    .optional(),
});
export type SuggestInput = z.input<typeof suggestInput>;

export const friendListInput = z.object({
  /** The caller's own list if missing. */
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
  image: z.string(),
  photo: z.string(),
  type: z.literal('user'),
});
export type FriendSuggestion = z.output<typeof friendSuggestion>;

export const friendRow = userLite.extend({
  /** Action the member can take; null on the own row and for people who accept no requests. */
  menus: menuItem.nullable(),
  friendship_type: friendshipType,
  mutualFriendCount: z.int(),
  is_online: flag,
});
export type FriendRow = z.output<typeof friendRow>;

export const friendList = z.object({
  totalItemCount: z.int(),
  friends: z.array(friendRow),
  canAddToList: z.literal(0),
});
export type FriendList = z.output<typeof friendList>;

export const personInput = z.object({ user_id: idField });
export type PersonInput = z.input<typeof personInput>;

/** The friendship after the call. */
export const friendshipResult = z.object({ friendship_type: friendshipType });
export type FriendshipResult = z.output<typeof friendshipResult>;

export const requestsInput = z.object({ page: pageField(1), limit: limitField(10) });
export type RequestsInput = z.input<typeof requestsInput>;

export const friendRequest = z.object({
  notification_id: z.int(),
  type: z.literal('friend_request'),
  date: wireTime,
  /** Sender of the request. */
  subject: userLite,
  /** Recipient of the request: the member. */
  object: userLite,
  read: flag,
  feed_title: z.string(),
  mutualFriendCount: z.int(),
  request_action: z.array(menuItem),
});
export type FriendRequest = z.output<typeof friendRequest>;
export const friendRequests = z.object({
  totalItemCount: z.int(),
  response: z.array(friendRequest),
});
export type FriendRequests = z.output<typeof friendRequests>;

export const peopleInput = z.object({ page: pageField(1), limit: limitField(3) });
export type PeopleInput = z.input<typeof peopleInput>;
export const peopleSuggested = z.object({ totalItemCount: z.int(), users: z.array(friendRow) });
export type PeopleSuggested = z.output<typeof peopleSuggested>;

/** `newcomers` are the newest members, for somebody without friends in common with anybody. */
export const suggestions = peopleSuggested.extend({ newcomers: z.array(friendRow) });
export type Suggestions = z.output<typeof suggestions>;

/** `5,8,13`: at most 100 ids. */
export const namedPeopleInput = z.object({
  userIds: z
    .union([z.string(), z.int().transform(String)])
    .transform((text) =>
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .refine((ids) => ids.length > 0 && ids.every(isId), 'Must be ids, separated by commas.')
    .transform((ids) => [...new Set(ids.map(Number))])
    .refine((ids) => ids.length <= 100, 'At most 100 people.'),
});
export type NamedPeopleInput = { userIds: string };

/** Form data sent without script. */
export const friendForm = z
  .object({
    step: z.enum([...friendActions, 'dismiss']),
    user_id: idField,
    next: z.string().max(2_000).optional(),
  })
  .transform(({ step, user_id: userId, next }) => ({ step, userId, next }));
