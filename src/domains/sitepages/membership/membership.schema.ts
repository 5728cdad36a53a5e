import { z } from 'zod';
import * as kit from '#domains/containers/kit/membership.schema.ts';
import { membershipNames, roleNames } from '#domains/sitepages/sitepages.schema.ts';
import { flagField, idField, idsField, lineField, textField } from '#lib/fields.ts';
import { flag, formField, userLite, wireTime } from '#lib/shapes.ts';

export const pageMember = userLite.extend({
  member_id: z.int(),
  role: z.enum(roleNames),
  title: z.string(),
  join_date: wireTime,
  featured: flag,
  is_admin: flag,
  /** A ban has both; the end is empty where it is for good. */
  reason: z.string().optional(),
  banned_until: z.string().optional(),
});
export type PageMember = z.output<typeof pageMember>;

export type MembershipName = (typeof membershipNames)[number];
export const joinAnswer = kit.membershipAnswer(membershipNames);
export const leaveAnswer = joinAnswer.extend({
  left: flag.meta({ description: '0: a request was cancelled' }),
});
export type LeaveAnswer = z.output<typeof leaveAnswer>;

const fields = kit.answerFields(1_000);
export const joinInput = z.object({
  id: idField,
  /** The answer to the only question of the page. */
  answer: textField(1_000).optional(),
  /** Answers to its questions, in their order. */
  answers: z.array(textField(1_000)).max(3).optional(),
  ...fields,
  answer1: fields.answer1.meta({ description: 'The same, one field each' }),
});
export type JoinInput = z.input<typeof joinInput>;

export const followInput = z.object({ id: idField, follow: flagField.optional() });
export type FollowInput = z.input<typeof followInput>;
export const followAnswer = z.object({ isPageFollowed: flag, follow_count: z.int() });
export type FollowAnswer = z.output<typeof followAnswer>;

export const inviteFormAnswer = z.object({
  form: z.array(formField),
  friends: z.array(
    z.object({
      guid: z.string(),
      id: z.int(),
      label: z.string(),
      image: z.string(),
      photo: z.string(),
      type: z.literal('user'),
    }),
  ),
});
export type InviteFormAnswer = z.output<typeof inviteFormAnswer>;
export const inviteInput = z
  .object({ id: idField, users: idsField(50).optional(), toValues: idsField(50).optional() })
  .refine(({ users, toValues }) => users || toValues, {
    message: 'Please choose somebody.',
    path: ['users'],
  });
export type InviteInput = { id: number; users: string };

export const membersInput = z.object({
  ...kit.listFields,
  role: z.enum(['', ...roleNames], 'Please choose one of these.').default(''),
});
export type MembersInput = z.input<typeof membersInput>;
export const membersAnswer = z.object({
  totalItemCount: z.int(),
  getTotalItemCount: z.int(),
  response: z.array(pageMember),
});
export type MembersAnswer = z.output<typeof membersAnswer>;

export const changeRoleInput = z.object({
  id: idField,
  member_id: idField,
  /** The owner keeps that role by naming it, for the own title. */
  role: z.enum(roleNames, 'Please choose one of these.'),
  title: lineField(60).optional(),
});
export type ChangeRoleInput = z.input<typeof changeRoleInput>;
export const roleAnswer = z.object({ member_id: z.int(), role: z.enum(roleNames) });
export type RoleAnswer = z.output<typeof roleAnswer>;

export const changeAdminInput = z.object({
  id: idField,
  user_id: idField,
  action: z.enum(['add', 'remove'], 'Must be add or remove.'),
});
export type ChangeAdminInput = z.input<typeof changeAdminInput>;

export const featuredAdminsAnswer = z.object({ response: z.array(pageMember) });
export type FeaturedAdminsAnswer = z.output<typeof featuredAdminsAnswer>;
/** Without ids none is shown. */
export const featureAdminsInput = z.object({
  id: idField,
  user_ids: idsField(20, 0).prefault(''),
});
export type FeatureAdminsInput = { id: number; user_ids: string };
