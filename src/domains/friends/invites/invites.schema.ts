import { z } from 'zod';
import { friendSuggestion } from '#domains/friends/friends.schema.ts';
import { emailProblem } from '#domains/members/members.rules.ts';
import { formField } from '#lib/shapes.ts';

export const maxRecipients = 10;

/** Addresses, separated by commas, spaces or lines. */
export const inviteInput = z.object({
  recipients: z
    .string('Please enter one or more e-mail addresses.')
    .max(4_000, 'Too many addresses at once.')
    .transform((text) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))])
    .refine(
      (addresses) => addresses.some((address) => !emailProblem(address)),
      'Please enter one or more e-mail addresses.',
    )
    .refine(
      (addresses) => addresses.length <= maxRecipients,
      `At most ${maxRecipients} addresses at once.`,
    ),
});
export type InviteInput = z.input<typeof inviteInput>;

/** `already_members` is always empty, so as not to reveal who has an account. */
export const invited = z.object({
  sent: z.int(),
  already_members: z.array(friendSuggestion),
  invalid: z.array(z.string()),
});
export type Invited = z.output<typeof invited>;

export const inviteForm = z.object({ form: z.array(formField), invite_link: z.string() });
export type InviteForm = z.output<typeof inviteForm>;
