import { z } from 'zod';
import { namesProblem, usernameProblem } from '#domains/members/members.rules.ts';
import { cleanText, idField, lineField, textField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';
import {
  details,
  genders,
  websiteProblem,
  wholeAddress,
  wireAudiences,
  type DetailName,
  type WireAudience,
} from './details.rules.ts';

const issueFrom =
  (problem: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
    const message = text && problem(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
const nameField = lineField(50).pipe(z.string().min(1, 'Please fill in this field.'));
const audienceField = z
  .enum(Object.keys(wireAudiences) as [WireAudience, ...WireAudience[]], 'Choose who may see this.')
  .optional();
const lineOf = (name: DetailName) => lineField(details[name].maxLength);

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
    first_name: nameField.optional(),
    last_name: nameField.optional(),
    username: z.string().trim().superRefine(issueFrom(usernameProblem)).optional(),
    about_me: textField(details.about_me.maxLength).optional(),
    gender: z.enum(Object.keys(genders) as [keyof typeof genders]).optional(),
    birthdate: z
      .string()
      .transform(cleanText)
      .pipe(z.string().max(10, 'Please enter a date such as 1990-05-21.'))
      .optional(),
    location: lineOf('location').optional(),
    website: lineOf('website')
      .transform(wholeAddress)
      .superRefine(issueFrom(websiteProblem))
      .optional(),
    phone: lineOf('phone').optional(),
    about_me_privacy: audienceField,
    gender_privacy: audienceField,
    birthdate_privacy: audienceField,
    location_privacy: audienceField,
    website_privacy: audienceField,
    phone_privacy: audienceField,
  })
  .superRefine(({ first_name = '', last_name = '' }, context) => {
    const message = namesProblem(first_name, last_name);
    if (message) context.addIssue({ code: 'custom', path: ['last_name'], message });
  });
/** Names of the person, by our words. */
export const toNames = ({ first_name: first, last_name: last, username }: EditProfile) => ({
  first,
  last,
  username,
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
