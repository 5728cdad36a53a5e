import { z } from 'zod';
import { friendshipTypes } from './friendship-types.ts';

// Shapes that many calls share (docs/contract/README.md). Numbers are numbers, flags 0 or 1, times UTC
// text.

export const flag = z.literal([0, 1]);
export type Flag = z.output<typeof flag>;
export const toFlag = (value: boolean): Flag => (value ? 1 : 0);

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export const wireTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** Pictures of a member, page, group …; without one the address of the default picture. */
export const images = z.object({
  image: z.string(),
  image_profile: z.string(),
  image_normal: z.string(),
  image_icon: z.string(),
  content_url: z.string(),
});
export type Images = z.output<typeof images>;

export const userLite = images.extend({
  user_id: z.int(),
  username: z.string(),
  displayname: z.string(),
  photo_id: z.int(),
  /** The last two are added to every response for a member (friends/user-lite.views.server.ts). */
  friendship_type: z.enum(friendshipTypes).optional(),
  is_online: flag.optional(),
});
export type UserLite = z.output<typeof userLite>;

/** An action the viewer may take; `url` is a path of the REST interface without leading slash. */
export const menuItem = z.object({
  name: z.string(),
  label: z.string(),
  url: z.string(),
  urlParams: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type MenuItem = z.output<typeof menuItem>;
export const toMenuItem = (
  name: string,
  label: string,
  url: string,
  urlParams: MenuItem['urlParams'] = {},
): MenuItem => ({ name, label, url, urlParams });

/** A field of a form that native clients draw themselves. */
export const formField = z.object({
  type: z.string(),
  name: z.string(),
  label: z.string(),
  hasValidator: z.boolean().optional(),
  multiOptions: z.record(z.string(), z.string()).optional(),
  maxlength: z.int().optional(),
  /** The value of a new item; absent: empty. */
  value: z.union([z.string(), z.int()]).optional(),
});
export type FormField = z.output<typeof formField>;
export const selectField = (
  name: string,
  label: string,
  multiOptions: Record<string, string>,
): FormField => ({ type: 'Select', name, label, multiOptions });
