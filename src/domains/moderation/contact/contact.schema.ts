import { z } from 'zod';
import { emailField } from '#domains/auth/auth.schema.ts';
import { lineField, textField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';

/** Of members, name and address are those of the account where they are not sent. */
export const contactInput = z.object({
  name: lineField(100).optional(),
  email: emailField.optional(),
  body: textField(5_000).pipe(z.string().min(1, 'Please fill in this field.')),
});
export type ContactInput = z.input<typeof contactInput>;
export type Contact = z.output<typeof contactInput>;
export const contactForm = z.array(formField);
export type ContactForm = z.output<typeof contactForm>;
