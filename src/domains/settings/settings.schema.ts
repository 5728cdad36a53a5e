import { z } from 'zod';
import { newPasswordField } from '#domains/auth/auth.schema.ts';
import { languageField } from '#domains/members/members.schema.ts';
import { generalSettingFields } from '#domains/policy/privacy.fields.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { passwordField } from '#lib/fields.ts';
import { formField, menuItem } from '#lib/shapes.ts';
import { generalFields } from './settings.fields.ts';

/** Missing fields stay unchanged; a new address needs `password`. */
export const generalInput = z.object({
  ...fieldInputs(generalFields, false),
  /** The older name of `language`. */
  locale: languageField.optional(),
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
    password: newPasswordField,
    passwordConfirm: z.string('Please repeat the password.'),
  })
  .refine((fields) => fields.password === fields.passwordConfirm, {
    path: ['passwordConfirm'],
    error: 'The passwords do not match.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type PasswordInput = z.input<typeof passwordInput>;

export const deleteInput = z.object({ password: passwordField.optional() });
export type DeleteInput = z.input<typeof deleteInput>;

export const appearanceInput = z.object(fieldInputs(generalSettingFields, false));
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
