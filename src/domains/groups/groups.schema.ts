import { z } from 'zod';
import {
  oneAnswer,
  plainContainer,
  toMembershipNames,
} from '#domains/containers/kit/kind.schema.ts';
import { flag } from '#lib/shapes.ts';

/** Stored in `posts.type`, and sent to clients. */
export const groupCreatedType = 'group_create';
export const groupJoinedType = 'group_join';

/** The field that may hold the id with which a path ends. */
export const idName = 'group_id';

export const roleNames = ['member', 'officer', 'owner'] as const;
export const membershipNames = toMembershipNames('officer');
export type MembershipName = (typeof membershipNames)[number];

export const audiences = ['everyone', 'registered', 'member'] as const;
export const memberGroups = ['registered', 'member', 'officer'] as const;

/** `registered`: everybody who reads the group. */
export const listReaders = ['registered', 'member'] as const;

export const group = plainContainer.extend({
  group_id: z.int(),
  post_count: z.int(),
  /** Shown to whoever joins. */
  rules: z.string(),
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

export const groupAnswer = oneAnswer(group);
export type GroupAnswer = z.output<typeof groupAnswer>;
