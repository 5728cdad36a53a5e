import { z } from 'zod';
import { maxSeats } from '#domains/containers/answers/answers.rules.ts';
import { emailField } from '#domains/members/members.schema.ts';
import { lineField, numberField } from '#lib/fields.ts';

/** The form for people without an account. */
export const mailAnswerInput = z.object({
  name: lineField(60).pipe(z.string().min(1, 'Please enter your name.')),
  email: emailField,
  seats: numberField(maxSeats)
    .refine((seats) => seats > 0, 'At least one place.')
    .default(1),
});
export type MailAnswer = z.output<typeof mailAnswerInput>;
