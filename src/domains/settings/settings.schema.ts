import { z } from 'zod';
import { usernameProblem } from '#domains/members/members.rules.ts';
import { emailField, languageField, timezoneField } from '#domains/members/members.schema.ts';
import { flagField, passwordField } from '#lib/fields.ts';
import { formField, menuItem } from '#lib/shapes.ts';

/** Missing fields stay unchanged; a new address needs `password`. */
export const generalInput = z.object({
  email: emailField.optional(),
  username: z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = usernameProblem(text);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  timezone: timezoneField.optional(),
  /** For native clients; `locale` is its older name. The screens are in English. */
  language: languageField.optional(),
  locale: languageField.optional(),
  /** Whether videos in the feed play automatically, without sound. */
  autoplay: flagField.optional(),
  password: passwordField.optional(),
});
export type GeneralInput = z.input<typeof generalInput>;
export type General = z.output<typeof generalInput>;

/** Form of the screen, which can also resend or cancel a pending address. */
export const generalFormInput = generalInput.extend({
  waiting: z.enum(['again', 'cancel'], 'Please choose.').optional(),
});

export const passwordInput = z
  .object({
    oldPassword: passwordField.min(1, 'Please enter your password.'),
    password: passwordField,
    passwordConfirm: z.string('Please repeat the password.'),
  })
  .refine((fields) => fields.password === fields.passwordConfirm, {
    path: ['passwordConfirm'],
    error: 'The passwords do not match.',
  });
export type PasswordInput = z.input<typeof passwordInput>;

export const deleteInput = z.object({ password: passwordField.optional() });
export type DeleteInput = z.input<typeof deleteInput>;

/** Whether videos in the feed play automatically. */
export const appearanceInput = z.object({ autoplay: z.enum(['off', 'on'], 'Please choose.') });
export type AppearanceInput = z.output<typeof appearanceInput>;

export const confirmEmailInput = z.object({
  code: z.string().max(200),
  uid: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(Number),
});

export const fieldList = z.array(formField);
export type FieldList = z.output<typeof fieldList>;
export const settingsForm = z.object({
  form: fieldList,
  formValues: z.record(z.string(), z.union([z.string(), z.int()])),
});
export type SettingsForm = z.output<typeof settingsForm>;
export const accountMenu = z.object({ response: z.array(menuItem) });
export type AccountMenu = z.output<typeof accountMenu>;
