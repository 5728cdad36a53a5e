import { z } from 'zod';
import { flagField, idField, lineField, passwordField, textField } from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';

export const idInput = z.object({ id: idField });
export type IdInput = z.input<typeof idInput>;

export const leaveInput = z.object({
  id: idField,
  /** 1: the caller's posts there are deleted as well, except those in its name. */
  delete_posts: flagField.default(0),
});
export type LeaveInput = z.input<typeof leaveInput>;

export const deleteInput = z.object({ id: idField, password: passwordField.optional() });
export type DeleteInput = z.input<typeof deleteInput>;

export const viewInput = z.object({
  id: idField,
  gutter_menu: flagField.default(1),
  profile_tabs: flagField.default(1),
});
export type ViewInput = z.input<typeof viewInput>;

/** An id that may be absent, empty or 0. */
export const optionalId = z
  .union([idField, z.literal(['', '0', 0])])
  .transform((id) => Number(id) || 0);

/** Orders of a list by their names in the interface; the first is the default. */
export const orderField = <Order extends string>(orders: Record<string, Order>) =>
  z
    .enum(['', ...Object.keys(orders)], 'Please choose one of these.')
    .transform((wire) => orders[wire] ?? Object.values(orders)[0]!)
    .prefault('');

const questionField = lineField(200).optional();
/** Asked of whoever asks to join. */
export const questionFields = {
  question1: questionField.meta({ description: 'Asked of whoever asks to join' }),
  question2: questionField,
  question3: questionField,
};
/** The three fields replace all questions; without any they stay. */
export function toQuestions({
  question1,
  question2,
  question3,
}: Partial<Record<keyof typeof questionFields, string | undefined>>): string[] | undefined {
  const fields = [question1, question2, question3];
  if (fields.every((field) => field === undefined)) return undefined;
  return fields.flatMap((field) => field || []);
}

/** The reason of a decision of the staff. */
export const reasonField = textField(500).default('');

/** With which staff bans a member. */
export const banFields = {
  reason: reasonField,
  /** Days until it ends; absent or empty: for good. */
  days: z
    .union([z.literal('').transform(() => undefined), idField])
    .optional()
    .refine((days) => days === undefined || days <= 3_650, 'At most 3650 days.'),
  show_reason: flagField
    .default(0)
    .meta({ description: 'The banned member reads the reason, too' }),
};

export const offerInput = z.object({ id: idField, user_id: idField });
export type OfferInput = z.input<typeof offerInput>;

export const volunteerInput = z.object({
  id: idField,
  /** 0 withdraws it. */
  volunteer: flagField.default(1),
});
export type VolunteerInput = z.input<typeof volunteerInput>;

const usesField = idField.refine((uses) => uses <= 10_000, 'At most 10,000 uses.');
export const createLinkInput = z.object({
  id: idField,
  /** Absent or empty: any number of times. */
  uses: z.union([z.literal('').transform(() => undefined), usesField]).optional(),
  days: idField.default(14),
});
export type CreateLinkInput = z.input<typeof createLinkInput>;
export const linkCreated = z.object({
  link_id: z.int(),
  /** Shown once: only its hash is stored. */
  url: z.string(),
});
export type LinkCreated = z.output<typeof linkCreated>;
export const inviteLinksAnswer = z.object({
  response: z.array(
    z.object({
      link_id: z.int(),
      user_id: z.int(),
      /** Null: any number of times. */
      uses_left: z.int().nullable(),
      expires: wireTime,
    }),
  ),
});
export type InviteLinksAnswer = z.output<typeof inviteLinksAnswer>;
export const linkInput = z.object({ id: idField, link_id: idField });
export type LinkInput = z.input<typeof linkInput>;
export const tokenInput = z.object({ token: z.string().regex(/^[\w-]{43}$/, 'No such link.') });
export type TokenInput = z.input<typeof tokenInput>;
