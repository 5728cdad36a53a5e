import { z } from 'zod';
import { roles } from '#domains/containers/container-access.rules.ts';
import { containerAnswer } from '#domains/containers/kit/kind.schema.ts';
import { idField } from '#lib/fields.ts';
import { flag, menuItem } from '#lib/shapes.ts';

/** Stored in `posts.type`, and sent to clients. */
export const groupCreatedType = 'group_create';
export const groupJoinedType = 'group_join';

/** The field that may hold the id with which a path ends. */
export const idName = 'group_id';

export const roleNames = ['member', 'officer', 'owner'] as const;
export type RoleName = (typeof roleNames)[number];
export function toRoleName(role: number): RoleName {
  if (role >= roles.owner) return 'owner';
  return role >= roles.moderator ? 'officer' : 'member';
}

export const membershipNames = [
  'none',
  'requested',
  'invited',
  'member',
  'officer',
  'owner',
] as const;
export type MembershipName = (typeof membershipNames)[number];

export const audiences = ['everyone', 'registered', 'member'] as const;
export const memberGroups = ['registered', 'member', 'officer'] as const;

/** `registered`: everybody who reads the group. */
export const listReaders = ['registered', 'member'] as const;

export const group = containerAnswer.extend({
  group_id: z.int(),
  user_id: z.int(),
  description: z.string(),
  category_id: z.int(),
  category_title: z.string(),
  invite: flag,
  approval: flag,
  photo_id: z.int(),
  post_count: z.int(),
  location: z.string(),
  /** Shown to whoever joins. */
  rules: z.string(),
  owner_title: z.string(),
  owner_image_icon: z.string(),
  membership: z.enum(membershipNames),
  auth_view: z.enum(audiences),
  auth_comment: z.enum(memberGroups),
  auth_photo: z.enum(memberGroups),
  auth_event: z.enum(memberGroups),
  auth_invite: z.enum(memberGroups),
  /** Audience of the list of members: all readers, or members only. */
  auth_members: z.enum(listReaders),
  /** Posts that the caller has not read; only for members. */
  is_unread: flag,
});
export type Group = z.output<typeof group>;

export const groupIdInput = z.object({ id: idField });
export type GroupIdInput = z.input<typeof groupIdInput>;

export const profileTab = z.object({
  name: z.string(),
  label: z.string(),
  url: z.string(),
  urlParams: z.record(z.string(), z.union([z.string(), z.number()])),
  totalItemCount: z.int(),
});

export const groupAnswer = z.object({
  response: group,
  gutterMenu: z.array(menuItem),
  profile_tabs: z.array(profileTab),
});
export type GroupAnswer = z.output<typeof groupAnswer>;
