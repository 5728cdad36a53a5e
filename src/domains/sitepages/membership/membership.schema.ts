import { z } from 'zod';
import { banFields, reasonField } from '#domains/containers/containers.schema.ts';
import { maxRequests } from '#domains/containers/kit/requests.schema.ts';
import { membershipNames, roleNames } from '#domains/sitepages/sitepages.schema.ts';
import {
  flagField,
  idField,
  idsField,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
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

const memberCount = { membership: z.enum(membershipNames), member_count: z.int() };
export const membershipAnswer = z.object(memberCount);
export const leaveAnswer = z.object({
  ...memberCount,
  left: flag.meta({ description: '0: a request was cancelled' }),
});
export type LeaveAnswer = z.output<typeof leaveAnswer>;
export type MembershipAnswer = z.output<typeof membershipAnswer>;

export const joinInput = z.object({
  id: idField,
  /** The answer to the only question of the page. */
  answer: textField(1_000).optional(),
  /** Answers to its questions, in their order. */
  answers: z.array(textField(1_000)).max(3).optional(),
  answer1: textField(1_000).optional().meta({ description: 'The same, one field each' }),
  answer2: textField(1_000).optional(),
  answer3: textField(1_000).optional(),
  question1: lineField(200).optional().meta({ description: 'The questions as they were shown' }),
  question2: lineField(200).optional(),
  question3: lineField(200).optional(),
});
export type JoinInput = z.input<typeof joinInput>;

export const followInput = z.object({ id: idField, follow: flagField.optional() });
export type FollowInput = z.input<typeof followInput>;
export const followAnswer = z.object({ isPageFollowed: flag, follow_count: z.int() });
export type FollowAnswer = z.output<typeof followAnswer>;

export const inviteFormInput = z.object({ id: idField, search: lineField(100).default('') });
export type InviteFormInput = z.input<typeof inviteFormInput>;
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
export const invitedAnswer = z.object({ invited: z.int() });
export type InvitedAnswer = z.output<typeof invitedAnswer>;

/** `pageId` in the path, as the specification names it. One who asked, or several at once. */
export const decideInput = z.object({ pageId: idField, member_id: idsField(maxRequests) });
export type DecideInput = { pageId: number; member_id: number | string };
export const rejectInput = decideInput.extend({
  reason: reasonField.meta({ description: 'For those who asked; without one nobody is notified' }),
});
export type RejectInput = DecideInput & { reason?: string };
export const answerInviteInput = z.object({ pageId: idField });
export type AnswerInviteInput = z.input<typeof answerInviteInput>;

export const membersInput = z.object({
  id: idField,
  search: lineField(100).default(''),
  role: z.enum(['', ...roleNames], 'This role is not known.').default(''),
  /** 1: whoever is banned, for the admins. */
  banned: flagField.default(0),
  page: pageField(1),
  limit: limitField(20),
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
  role: z.enum(roleNames, 'This role is not known.'),
  title: lineField(60).optional(),
});
export type ChangeRoleInput = z.input<typeof changeRoleInput>;
export const roleAnswer = z.object({ member_id: z.int(), role: z.enum(roleNames) });
export type RoleAnswer = z.output<typeof roleAnswer>;

export const memberInput = z.object({ id: idField, member_id: idField });
export type MemberInput = z.input<typeof memberInput>;

export const banInput = memberInput.extend(banFields);
export type BanInput = z.input<typeof banInput>;

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
