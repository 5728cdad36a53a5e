import { z } from 'zod';
import { emailProblem } from '#domains/members/members.rules.ts';
import { flagField, idField, lineField, textField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';

export const maxMailRecipients = 10;
export const pageMailLength = 300;

export const pageMailFormInput = z.object({ id: idField });
export type PageMailFormInput = z.input<typeof pageMailFormInput>;
export const pageMailForm = z.object({ form: z.array(formField) });
export type PageMailForm = z.output<typeof pageMailForm>;

/** Links and anything that mail programs make a link of. */
const hasLink = (text: string) => /:\/\/|www\.|\b[\w-]+\.[a-z]{2,}\b|@/i.test(text);

/**
 * `sender_name` and `sender_email` are accepted and ignored: the mail names the member who sends it,
 * and no address to answer to.
 */
export const pageMailInput = z.object({
  id: idField,
  receiver_emails: z
    .string('Please enter one or more e-mail addresses.')
    .max(4_000, 'Too many addresses at once.')
    .transform((text) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))])
    .refine(
      (addresses) => addresses.length > 0 && !addresses.some((address) => emailProblem(address)),
      'Please enter one or more e-mail addresses.',
    )
    .refine(
      (addresses) => addresses.length <= maxMailRecipients,
      `At most ${maxMailRecipients} addresses at once.`,
    ),
  message: textField(pageMailLength)
    .refine((text) => !hasLink(text), 'Please leave out links and e-mail addresses.')
    .default(''),
  send_me: flagField.default(0),
  sender_name: z.string().optional(),
  sender_email: z.string().optional(),
});
export type PageMailInput = z.input<typeof pageMailInput>;

/** Lengths as of every message. */
export const messageOwnerInput = z.object({
  id: idField,
  title: lineField(255).default(''),
  body: textField(5_000).refine((text) => text !== '', 'Please write a message.'),
});
export type MessageOwnerInput = z.input<typeof messageOwnerInput>;
