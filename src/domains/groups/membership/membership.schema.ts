import { z } from 'zod';
import { banFields, reasonField, tokenInput } from '#domains/containers/containers.schema.ts';
import { maxRequests } from '#domains/containers/kit/requests.schema.ts';
import { membershipNames, roleNames } from '#domains/groups/groups.schema.ts';
import {
  flagField,
  idField,
  idsField,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';

export const membershipAnswer = z.object({
  membership: z.enum(membershipNames),
  member_count: z.int(),
});
export type MembershipAnswer = z.output<typeof membershipAnswer>;

/** 1: the caller accepts the rules, which a group that has any asks for. */
const rulesField = flagField.default(0);
export const joinInput = z.object({ id: idField, rules_accepted: rulesField });
export type JoinInput = z.input<typeof joinInput>;

const answerField = textField(500).optional();
const questionField = lineField(200).optional();
export const requestInput = z.object({
  id: idField,
  /** Answers to the questions of the group, in their order. */
  answer1: answerField,
  answer2: answerField,
  answer3: answerField,
  question1: questionField.meta({ description: 'The questions as they were shown' }),
  question2: questionField,
  question3: questionField,
  rules_accepted: rulesField,
});
export type RequestInput = z.input<typeof requestInput>;
export type RequestFields = z.output<typeof requestInput>;

export const memberInput = z.object({ id: idField, user_id: idField });
export type MemberInput = z.input<typeof memberInput>;

export const refuseInput = z.object({
  id: idField,
  user_id: idsField(maxRequests),
  reason: reasonField.meta({ description: 'For who asked, who is not notified without one' }),
});
export type RefuseInput = MembersOfInput & { reason?: string };

/** One member, or several at once. */
export const membersOfInput = z.object({ id: idField, user_id: idsField(maxRequests) });
export type MembersOfInput = { id: number; user_id: number | string };

export const inviteFormInput = z.object({ id: idField, search: lineField(100).default('') });
export type InviteFormInput = z.input<typeof inviteFormInput>;
export const inviteInput = z.object({ id: idField, users: idsField(50) });
export type InviteInput = { id: number; users: string };

export const invitedAnswer = z.object({
  invited: z.int().meta({ description: 'Others belong to it, wait already or are no friends' }),
});
export type InvitedAnswer = z.output<typeof invitedAnswer>;

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

export const editMemberInput = z.object({
  id: idField,
  user_id: idField,
  /** A text beside the name, such as "Treasurer". */
  title: lineField(64),
});
export type EditMemberInput = z.input<typeof editMemberInput>;

export const banInput = z.object({ id: idField, user_id: idField, ...banFields });
export type BanInput = z.input<typeof banInput>;

export const optionsInput = z.object({
  id: idField,
  /** Which notices of the group the caller gets. */
  notify: z.enum(['none', 'highlights', 'all'], 'This choice is not known.').optional(),
  /** Whether its posts appear in the home feed. */
  in_feed: flagField.optional(),
});
export type OptionsInput = z.input<typeof optionsInput>;

export const joinByLinkInput = tokenInput.extend({ rules_accepted: rulesField });
export type JoinByLinkInput = z.input<typeof joinByLinkInput>;
export const joinedAnswer = z.object({ group_id: z.int() });
export type JoinedAnswer = z.output<typeof joinedAnswer>;
