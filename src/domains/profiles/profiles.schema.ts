import { z } from 'zod';
import { friendshipType } from '#domains/friends/friends.schema.ts';
import { flagField, idField } from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';

const wanted = { gutter_menu: flagField.default(0), profile_tabs: flagField.default(0) };
export const profileInput = z.object({ user_id: idField, ...wanted });
export type ProfileInput = z.input<typeof profileInput>;
/** The own profile if absent. */
export const anyProfileInput = z.object({ user_id: idField.optional(), ...wanted });
export type AnyProfileInput = z.input<typeof anyProfileInput>;

/** Only for its owner. */
const own = z.object({
  email: z.string(),
  language: z.string(),
  locale: z.string(),
  timezone: z.string(),
  level_id: z.int(),
  enabled: flag,
  verified: flag,
  approved: flag,
  lastlogin_date: wireTime.nullable(),
});

export const profile = userLite.extend({
  url: z.string(),
  cover: z.string(),
  cover_image: z.string(),
  default_cover: flag,
  search: flag,
  /** Their newest text post that the caller may read, with its time. */
  status: z.string().nullable(),
  status_date: wireTime.nullable(),
  creation_date: wireTime,
  modified_date: wireTime,
  /** Number of members who viewed it, each counted once a day. */
  view_count: z.int(),
  /** '' if empty, or hidden from the caller. */
  location: z.string(),
  /** There is one kind of members, and there are no networks. */
  member_type: z.string(),
  network_list: z.string(),
  /** Always 0: the parts of a profile are liked, not the profile. */
  is_like: flag,
  like_count: z.int(),
  member_count: z.int(),
  friend_count: z.int(),
  friendship_type: friendshipType,
  is_blocked: flag,
  /** Whether the caller may write on this wall, or send a message. */
  can_post: flag,
  can_message: flag,
  ...own.partial().shape,
});
export type ProfileShape = z.output<typeof profile>;

/** A member whom the caller has blocked: enough to remove the block. */
export const blockedProfile = z.object({
  user_id: z.int(),
  displayname: z.string(),
  image_icon: z.string(),
  is_blocked: z.literal(1),
});

export const profileAnswer = z.object({
  response: profile.or(blockedProfile),
  /** With gutter_menu=1: the actions of the viewer. */
  gutterMenu: z.array(menuItem),
  /** With profile_tabs=1. */
  profile_tabs: z.array(z.object({ label: z.string(), name: z.string(), totalItemCount: z.int() })),
});
export type ProfileAnswer = z.output<typeof profileAnswer>;
