import { z } from 'zod';
import { banFields, reasonField, tokenInput } from '#domains/containers/containers.schema.ts';
import {
  flagField,
  idField,
  idsField,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
import { formField, wireTime } from '#lib/shapes.ts';
import { maxRequests } from './requests.schema.ts';

// Inputs and answers of calls about memberships. A kind names the ids as its interface does.

type Wire = Record<string, unknown>;

/** Fields with ids under the names of a kind, which parse under ours. */
function withIds<Ids extends Record<string, z.ZodType>, Fields>(
  ids: Ids,
  names: Record<keyof Ids, string>,
  fields: Record<string, z.ZodType> = {},
): z.ZodType<z.output<z.ZodObject<Ids>> & Fields> {
  const own = Object.entries(ids).map(([name, field]) => ({ name, field, wire: names[name]! }));
  return z
    .object({ ...Object.fromEntries(own.map(({ wire, field }) => [wire, field])), ...fields })
    .transform((input: Wire) => ({
      ...input,
      ...Object.fromEntries(own.map(({ name, wire }) => [name, input[wire]])),
    })) as unknown as z.ZodType<z.output<z.ZodObject<Ids>> & Fields>;
}

/** The input of a call about one member. */
export type MemberInput<Member extends string> = { id: number } & Record<Member, number>;

/** 1: the caller accepts the rules, which a container that has any asks for. */
const rulesField = flagField.default(0);
type RulesInput = { rules_accepted?: z.input<typeof rulesField> };
interface Rules {
  rules_accepted?: number;
}
const rulesFields = (hasRules: boolean) =>
  hasRules ? { rules_accepted: rulesField } : ({} as Record<string, z.ZodType>);

export interface MembershipAnswer<Name extends string> {
  membership: Name;
  member_count: number;
}
export const membershipAnswer = <Name extends string>(names: readonly Name[]) =>
  z.object({ membership: z.enum(names) as z.ZodType<Name>, member_count: z.int() });

/** The list of members; a kind adds its roles. `banned` lists those instead, for the staff. */
export const listFields = {
  id: idField,
  search: lineField(100).default(''),
  banned: flagField.default(0),
  page: pageField(1),
  limit: limitField(20),
};

// Joining

export const joinInput = z.object({ id: idField, rules_accepted: rulesField });
export type JoinInput = z.input<typeof joinInput>;

/** Answers to the questions of a container, in their order. */
export const answerFields = (maxLength: number) => {
  const answerField = textField(maxLength).optional();
  const questionField = lineField(200).optional();
  return {
    answer1: answerField,
    answer2: answerField,
    answer3: answerField,
    question1: questionField.meta({ description: 'The questions as they were shown' }),
    question2: questionField,
    question3: questionField,
  };
};
type Answers = Partial<Record<keyof ReturnType<typeof answerFields>, string | undefined>>;
export const toAnswers = (fields: Answers): { answers: string[]; questions: string[] } => ({
  answers: [fields.answer1, fields.answer2, fields.answer3].flatMap((text) => text || []),
  questions: [fields.question1, fields.question2, fields.question3].flatMap((text) => text || []),
});

export const requestInput = z.object({
  id: idField,
  ...answerFields(500),
  rules_accepted: rulesField,
});
export type RequestInput = z.input<typeof requestInput>;

/** Names the container for whoever is invited. */
export type InvitedInput<Id extends string> = Record<Id, number> & RulesInput;
export const invitedInput = (id: string, hasRules: boolean) =>
  withIds<{ id: typeof idField }, Rules>({ id: idField }, { id }, rulesFields(hasRules));

export type JoinByLinkInput = z.input<typeof tokenInput> & RulesInput;
export const joinByLinkInput = (hasRules: boolean) =>
  tokenInput.extend(rulesFields(hasRules)) as unknown as z.ZodType<{ token: string } & Rules>;
export type JoinedAnswer<Type extends string> = Record<`${Type}_id`, number>;
export const joinedAnswer = <Type extends string>(type: Type) =>
  z.object({ [`${type}_id`]: z.int() }) as unknown as z.ZodType<JoinedAnswer<Type>>;
export const toJoined = <Type extends string>(type: Type, id: number) =>
  ({ [`${type}_id`]: id }) as JoinedAnswer<Type>;

export const optionsInput = z.object({
  id: idField,
  /** Which notices of the container the caller gets. */
  notify: z.enum(['none', 'highlights', 'all'], 'Please choose one of these.').optional(),
  /** Whether its posts appear in the home feed. */
  in_feed: flagField.optional(),
});
export type OptionsInput = z.input<typeof optionsInput>;

// Inviting

export const inviteFormInput = z.object({ id: idField, search: lineField(100).default('') });
export type InviteFormInput = z.input<typeof inviteFormInput>;
export const inviteFormAnswer = z.array(formField);
export const inviteInput = z.object({ id: idField, users: idsField(50) });
export type InviteInput = { id: number; users: string };
export const invitedAnswer = z.object({
  invited: z.int().meta({ description: 'Others belong to it, wait already or are no friends' }),
});
export type InvitedAnswer = z.output<typeof invitedAnswer>;

// Staff

export const approvedAnswer = z.object({
  approved: z.int(),
  waiting: z.int().meta({ description: 'Asked with an answer for which no places are left' }),
});
export type ApprovedAnswer = z.output<typeof approvedAnswer>;
export const refusedAnswer = z.object({
  revoked: z.int().meta({ description: 'How many of them were invitations' }),
});
export type RefusedAnswer = z.output<typeof refusedAnswer>;
/** How the form says which of both it was. */
export const refusedForm = {
  done: 'Request rejected.',
  otherwise: {
    text: 'Invitation revoked.',
    applies: ({ revoked }: RefusedAnswer): boolean => revoked > 0,
  },
};

/** One member of a container, by the name that the kind gives the id. */
export const memberInput = <Fields = unknown>(
  member: string,
  fields: Record<string, z.ZodType> = {},
) =>
  withIds<{ id: typeof idField; memberId: typeof idField }, Fields>(
    { id: idField, memberId: idField },
    { id: 'id', memberId: member },
    fields,
  );

/** One member, or several at once, of whom a request or invitation waits. */
export type DecideInput<Member extends string, Id extends string> = Record<Id, number> &
  Record<Member, number | string>;
export type RefuseInput<Member extends string, Id extends string> = DecideInput<Member, Id> & {
  reason?: string;
};
interface Decided {
  id: number;
  memberIds: number[];
}
const decided = <Fields>(
  names: Record<keyof Decided, string>,
  fields: Record<string, z.ZodType> = {},
) => {
  const memberIds = idsField(maxRequests);
  return withIds<{ id: typeof idField; memberIds: typeof memberIds }, Fields>(
    { id: idField, memberIds },
    names,
    fields,
  );
};
export const decideInput = (names: Record<keyof Decided, string>) => decided<unknown>(names);
export const refuseInput = (names: Record<keyof Decided, string>) =>
  decided<{ reason: string }>(names, {
    reason: reasonField.meta({
      description: 'For those who asked; without one nobody is notified',
    }),
  });

export type EditMemberInput<Member extends string> = MemberInput<Member> & { title: string };
export const editMemberInput = (member: string) =>
  // A text beside the name, such as "Treasurer".
  memberInput<{ title: string }>(member, { title: lineField(64) });

export type BanInput<Member extends string> = MemberInput<Member> &
  z.input<z.ZodObject<typeof banFields>>;
export const banInput = (member: string) =>
  memberInput<z.output<z.ZodObject<typeof banFields>>>(member, banFields);

export const auditLogInput = z.object({ id: idField, page: pageField(1), limit: limitField(20) });
export type AuditLogInput = z.input<typeof auditLogInput>;
export const auditLogAnswer = z.object({
  totalItemCount: z.int(),
  response: z.array(
    z.object({
      log_id: z.int(),
      action: z.string(),
      /** The same as a sentence without its subject. */
      label: z.string(),
      /** Both values are absent where the label says all. */
      changes: z.array(
        z.object({ label: z.string(), from: z.string().optional(), to: z.string().optional() }),
      ),
      /** 0 and empty for whom the reader may not see. */
      user_id: z.int(),
      displayname: z.string(),
      target_id: z.int(),
      target_title: z.string(),
      creation_date: wireTime,
    }),
  ),
});
export type AuditLogAnswer = z.output<typeof auditLogAnswer>;
