import { z } from 'zod';
import { namesProblem, usernameProblem } from '#domains/members/members.rules.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { idField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';
import { audienceFields, details, nameFields } from './details.fields.ts';

/**
 * Fields may come under longer names that end in the plain one, such as `1_1_3_alias_first_name`
 * (contract, profile fields).
 */
function withoutAliases(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  const plain: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    const alias = /_alias_([a-z_]+)$/.exec(name)?.[1];
    if (alias) plain[alias] ??= value;
  }
  return plain;
}

/** Missing fields stay unchanged; an empty text clears a detail. */
const fields = z
  .object({
    ...fieldInputs(nameFields, false),
    /** Empty: as it is. */
    username: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const message = text && usernameProblem(text);
        if (message) context.addIssue({ code: 'custom', message });
      })
      .optional(),
    ...fieldInputs(details, false),
    ...fieldInputs(audienceFields, false),
  })
  .superRefine(({ first_name = '', last_name = '' }, context) => {
    const message = namesProblem(first_name, last_name);
    if (message) context.addIssue({ code: 'custom', path: ['last_name'], message });
  });
export const editProfileInput = z.preprocess(withoutAliases, fields);
export type EditProfileInput = z.input<typeof fields>;
export type EditProfile = z.output<typeof fields>;

export const profileForm = z.object({
  form: z.record(z.string(), z.array(formField)),
  formValues: z.record(z.string(), z.object({ value: z.string(), privacy: z.string().optional() })),
});
export type ProfileForm = z.output<typeof profileForm>;

export const memberInfoInput = z.object({ user_id: idField.optional() });
export type MemberInfoInput = z.input<typeof memberInfoInput>;
/** By section and label, only those that the reader may see. */
export const memberInfo = z.object({
  response: z.record(z.string(), z.record(z.string(), z.string())),
});
export type MemberInfo = z.output<typeof memberInfo>;
