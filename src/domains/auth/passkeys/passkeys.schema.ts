import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { z } from 'zod';
import { idField, jsonField, lineField } from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';

const passwordText = z.string('Please enter your password.').max(1_000, 'At most 128 characters.');
const text = z.string().max(16_000);

/** The result of `navigator.credentials`, as JSON. */
const credentialField = <Kind>(response: z.ZodType) =>
  jsonField
    .pipe(z.object({ id: text, rawId: text, type: z.literal('public-key'), response }))
    .transform((credential) => ({ ...credential, clientExtensionResults: {} }) as Kind);

export const registration = credentialField<RegistrationResponseJSON>(
  z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
);
export const assertion = credentialField<AuthenticationResponseJSON>(
  z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
);

const nameField = lineField(60).pipe(z.string().min(1, 'Please give it a name.'));

export const startInput = z.object({ password: passwordText.optional() });
export const addInput = z.object({ credential: registration, name: nameField });
export type AddInput = { credential: string; name: string };
const renameFields = z.object({ passkey_id: idField, name: nameField });
const removeFields = z.object({ passkey_id: idField, password: passwordText.optional() });
const withId = <Fields extends { passkey_id: number }>({ passkey_id: id, ...fields }: Fields) => ({
  id,
  ...fields,
});
export const renameInput = renameFields.transform(withId);
export type RenameInput = { passkey_id: number; name: string };
export const removeInput = removeFields.transform(withId);
export type RemoveInput = { passkey_id: number; password?: string };
export const logInInput = z.object({ credential: assertion });
export type LogInInput = { credential: string };

/** The screen's forms, distinguished by the pressed button. */
export const passkeysScreenInput = z.discriminatedUnion('action', [
  renameFields.extend({ action: z.literal('rename') }).transform(withId),
  removeFields.extend({ action: z.literal('remove') }).transform(withId),
]);

export const passkey = z.object({
  passkey_id: z.int(),
  name: z.string(),
  is_synced: flag,
  creation_date: wireTime,
  last_used_date: wireTime.nullable(),
});
export type PasskeyView = z.output<typeof passkey>;
export const passkeyList = z.object({ totalItemCount: z.int(), response: z.array(passkey) });
export type PasskeyList = z.output<typeof passkeyList>;
/**
 * In the format of browsers (PublicKeyCredentialCreationOptionsJSON and …RequestOptionsJSON of the
 * Web Authentication standard).
 */
export const options = z.record(z.string(), z.unknown());
