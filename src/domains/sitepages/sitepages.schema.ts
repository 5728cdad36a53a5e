import { z } from 'zod';
import { roles } from '#domains/containers/container-access.rules.ts';
import { containerAnswer } from '#domains/containers/kit/kind.schema.ts';
import { idField } from '#lib/fields.ts';
import { flag, menuItem } from '#lib/shapes.ts';

/** Stored in `posts.type`, and sent to clients. */
export const pageCreatedType = 'sitepage_new';

// Roles

export const roleNames = ['member', 'moderator', 'admin', 'owner'] as const;
export type RoleName = (typeof roleNames)[number];
export const toRoleName = (role: number): RoleName =>
  roleNames.find((name) => roles[name] === role) ?? 'member';

export const membershipNames = ['none', 'pending', 'invited', 'member'] as const;

export const page = containerAnswer.extend({
  page_id: z.int(),
  default_cover: flag,
  /** The name in its address. */
  page_url: z.string(),
  body: z.string(),
  /** Sanitized HTML; null without one. */
  overview: z.string().nullable(),
  owner_id: z.int(),
  owner_title: z.string(),
  owner_image: z.string(),
  owner_image_profile: z.string(),
  owner_image_normal: z.string(),
  owner_image_icon: z.string(),
  owner_url: z.string(),
  package_id: z.int(),
  category_id: z.int(),
  category_title: z.string(),
  subcategory_id: z.int(),
  subsubcategory_id: z.int(),
  location: z.string(),
  price: z.string(),
  email: z.string(),
  website: z.string(),
  phone: z.string(),
  /** By day, Monday first, such as '09:00-12:30, 14:00-18:00'; empty without any. */
  opening_hours: z.array(z.string()),
  website_verified: flag,
  tags: z.array(z.string()),
  approved: flag,
  featured: flag,
  sponsored: flag,
  /** 1 for a published page. */
  draft: flag,
  published: flag,
  pending: flag,
  declined: flag,
  comment_count: z.int(),
  like_count: z.int(),
  review_count: z.int(),
  follow_count: z.int(),
  rating: z.number(),
  member_invite: flag,
  member_approval: flag,
  member_title: z.string(),
  is_like: flag,
  isPageFollowed: flag,
  membership: z.enum(membershipNames),
  /** Empty for those who do not belong to it. */
  role: z.enum(['', ...roleNames]),
});
export type Page = z.output<typeof page>;

export const pageIdInput = z.object({ id: idField });
export type PageIdInput = z.input<typeof pageIdInput>;

export const pageAnswer = z.object({ response: page });
export type PageAnswer = z.output<typeof pageAnswer>;
export const viewAnswer = pageAnswer.extend({
  gutterMenu: z.array(menuItem),
  profile_tabs: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      url: z.string(),
      urlParams: z.record(z.string(), z.union([z.string(), z.number()])),
      count: z.int(),
    }),
  ),
  tabsMenu: z.record(z.string(), z.string()),
});
export type ViewAnswer = z.output<typeof viewAnswer>;

const labelled = z.record(z.string(), z.string());
export const informationAnswer = z.object({
  basic_information: labelled,
  profile_information: labelled,
});
export type InformationAnswer = z.output<typeof informationAnswer>;
