import { z } from 'zod';
import { listFields } from '#domains/containers/kit/membership.schema.ts';
import { roleNames } from '#domains/groups/groups.schema.ts';
import { flagField } from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';

/** 1: those who asked to join, or are invited, for officers. */
export const membersInput = z.object({
  ...listFields,
  role: z.enum(['', ...roleNames], 'This role is not known.').default(''),
  waiting: flagField.default(0),
  invited: flagField.default(0),
  menu: flagField.default(1),
});
export type MembersInput = z.input<typeof membersInput>;

export const groupMember = userLite.extend({
  staff: z.string(),
  role: z.enum(roleNames),
  is_owner: flag,
  /** The time of joining; in the other lists of the request, invitation or ban. */
  join_date: wireTime,
  /** Answers to the questions of the group, for officers who decide on a request. */
  answers: z.array(z.string()).optional(),
  questions: z.array(z.string()).optional().meta({ description: 'As they were asked' }),
  /** Reason and end of a ban, for officers; empty: for good. */
  reason: z.string().optional(),
  banned_until: z.string().optional(),
  menu: z.array(menuItem).nullable(),
});
export type GroupMember = z.output<typeof groupMember>;

export const membersAnswer = z.object({
  members: z.array(groupMember),
  totalItemCount: z.int(),
  getTotalItemCount: z.int(),
  getWaitingItemCount: z.int(),
  waiting: flag,
  canEdit: flag,
});
export type MembersAnswer = z.output<typeof membersAnswer>;
