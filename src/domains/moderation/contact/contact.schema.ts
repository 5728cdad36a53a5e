import { z } from 'zod';
import { emailField } from '#domains/members/members.schema.ts';
import { lineField, textField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';

/** Members may leave out name and address; those of the account are used. */
export const contactInput = z.object({
  name: lineField(100).optional(),
  email: emailField.optional(),
  body: textField(5_000).pipe(z.string().min(1, 'Please fill in this field.')),
});
export type ContactInput = z.input<typeof contactInput>;
export type Contact = z.output<typeof contactInput>;
export const contactForm = z.array(formField);
export type ContactForm = z.output<typeof contactForm>;
