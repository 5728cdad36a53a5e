import { z } from 'zod';
import { flag } from '#lib/shapes.ts';

const passwordText = z.string('Please enter your password.').max(1_000, 'At most 128 characters.');
/** Six digits of the app, or a recovery code; spaces and dashes are ignored. */
export const codeField = z
  .string('Please enter the code.')
  .trim()
  .min(1, 'Please enter the code.')
  .max(40, 'This is too long for a code.');

export const needsPassword = z.object({ password: passwordText.optional() });
export type NeedsPassword = z.input<typeof needsPassword>;
export const confirmInput = z.object({ code: codeField });
export type ConfirmInput = z.input<typeof confirmInput>;

/** The screen's forms, distinguished by the pressed button. */
export const twoFactorScreenInput = z.discriminatedUnion('action', [
  z.object({ action: z.literal('start'), password: passwordText.optional() }),
  z.object({ action: z.literal('confirm'), code: codeField }),
  z.object({ action: z.literal('cancel') }),
  z.object({ action: z.literal('codes'), password: passwordText.optional() }),
  z.object({ action: z.literal('off'), password: passwordText.optional() }),
]);

/** @example the token of the answer `two_factor_required`, with the code */
export const secondStepInput = z.object({
  token: z.string('Please log in again.').max(200),
  code: codeField,
});
export type SecondStepInput = z.input<typeof secondStepInput>;
export const secondStepForm = z.object({ code: codeField });

export const twoFactorState = z.object({
  is_on: flag,
  since: z.string().nullable(),
  recovery_codes_left: z.int(),
});
export type TwoFactorState = z.output<typeof twoFactorState>;
export const twoFactorSetup = z.object({ secret: z.string(), otpauth_url: z.string() });
export type TwoFactorSetup = z.output<typeof twoFactorSetup>;
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type NewRecoveryCodes = z.output<typeof newRecoveryCodes>;
