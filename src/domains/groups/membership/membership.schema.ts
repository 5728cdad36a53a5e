import { z } from 'zod';
import { roleNames } from '#domains/groups/groups.schema.ts';
import { flagField, idField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';

export const membersInput = z.object({
  id: idField,
  search: lineField(100).default(''),
  role: z.enum(['', ...roleNames], 'This role is not known.').default(''),
  /** 1: those who asked to join, for officers. */
  waiting: flagField.default(0),
  /** 1: those who are banned, for officers. */
  banned: flagField.default(0),
  /** 1: those who are invited, for officers. */
  invited: flagField.default(0),
  menu: flagField.default(1),
  page: pageField(1),
  limit: limitField(20),
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
