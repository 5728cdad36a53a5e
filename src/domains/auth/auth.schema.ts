import { z } from 'zod';
import { namesProblem } from '#domains/members/members.rules.ts';
import {
  emailField,
  languageField,
  timezoneField,
  usernameField,
} from '#domains/members/members.schema.ts';
import { flagField, idField, lineField } from '#lib/fields.ts';
import { flag, images, wireTime } from '#lib/shapes.ts';
import { passwordLength } from './auth.rules.ts';

/**
 * The length is checked here too, so that a form says it beside its other problems;
 * `newPasswordProblem`, which has the member's names, checks the rest.
 */
export const newPasswordField = z
  .string('Please enter a password.')
  .max(1_000, `At most ${passwordLength.max} characters.`)
  .refine(
    (password) => [...password].length >= passwordLength.min,
    `At least ${passwordLength.min} characters.`,
  );
const ignored = z.unknown().optional();

/** `ip` is a fixed placeholder of old clients and is ignored. */
export const loginInput = z.object({
  email: emailField,
  password: z
    .string('Please enter your password.')
    .min(1, 'Please enter your password.')
    .max(1_000, 'At most 128 characters.'),
  ip: ignored,
  registration_id: ignored,
  /** Restores a deleted account. */
  restore: flagField.optional(),
  /** Id of a native client's device, like the device cookie of a browser. */
  device_uuid: z.string().max(200).optional(),
});
export type LoginInput = z.input<typeof loginInput>;

/**
 * Names may come under longer names, such as `1_1_3_alias_first_name` (contract, sign-up fields).
 */
function withoutAliases(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  const plain: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    const alias = /_alias_(first_name|last_name)$/.exec(name)?.[1];
    if (alias) plain[alias] ??= value;
  }
  if (plain.passconf === undefined && plain.confirm_password !== undefined)
    plain.passconf = plain.confirm_password;
  // Name of the field in the link of an invitation.
  if (plain.invite_code === undefined && typeof plain.invite === 'string')
    plain.invite_code = plain.invite;
  return plain;
}

const accountFields = {
  email: emailField,
  password: newPasswordField,
  passconf: z.string('Please repeat the password.'),
  username: usernameField.optional(),
};
const nameFields = {
  first_name: lineField(50).pipe(z.string().min(1, 'Please fill in this field.')),
  last_name: lineField(50).pipe(z.string().min(1, 'Please fill in this field.')),
  timezone: timezoneField.default('UTC'),
  language: languageField.default('en'),
  terms: flagField.refine((flag) => flag === 1, 'Please agree to the rules.'),
};

function checkPair(
  fields: { password?: string; passconf?: string; first_name?: string; last_name?: string },
  context: z.RefinementCtx,
) {
  if (fields.password && fields.password !== fields.passconf)
    context.addIssue({
      code: 'custom',
      path: ['passconf'],
      message: 'The passwords do not match.',
    });
  const names = namesProblem(fields.first_name ?? '', fields.last_name ?? '');
  if (names) context.addIssue({ code: 'custom', path: ['last_name'], message: names });
}

const emptyIsAbsent = (fields: unknown) => {
  const plain = withoutAliases(fields) as Record<string, unknown>;
  for (const name of ['username', 'timezone', 'language'])
    if (plain[name] === '') delete plain[name];
  return plain;
};

/** Code from an invitation's link; an invalid one has no effect. */
const inviteField = { invite_code: z.string().max(200).optional() };

export const signupInput = z.preprocess(
  emptyIsAbsent,
  z
    .object({ ...accountFields, ...nameFields, ...inviteField })
    // Also beside other problems: a form says all of them at once.
    .superRefine(checkPair, { when: ({ value }) => typeof value === 'object' && value !== null })
    .transform(
      ({ first_name: firstName, last_name: lastName, invite_code: invite, ...fields }) => ({
        ...fields,
        firstName,
        lastName,
        ...(invite === undefined ? {} : { invite }),
      }),
    ),
);
export type SignupInput = z.input<typeof signupInput>;
export type Signup = z.output<typeof signupInput>;

export const requiredNames = {
  account: ['email', 'password', 'passconf'],
  fields: ['first_name', 'last_name', 'terms'],
} as const;

/** Like sign-up, but only the requested half of the fields is required; without a choice both. */
export const validationsInput = z.preprocess(
  emptyIsAbsent,
  z
    .object({
      account_validation: flagField.optional(),
      fields_validation: flagField.optional(),
      ...accountFields,
      ...nameFields,
    })
    .partial()
    .superRefine((fields, context) => {
      const isBoth = !fields.account_validation && !fields.fields_validation;
      const wanted = [
        ...(isBoth || fields.account_validation ? requiredNames.account : []),
        ...(isBoth || fields.fields_validation ? requiredNames.fields : []),
      ];
      for (const name of wanted)
        if (fields[name] === undefined)
          context.addIssue({ code: 'custom', path: [name], message: 'Please fill in this field.' });
      checkPair(fields, context);
    })
    .transform(({ first_name: firstName, last_name: lastName, ...fields }) => ({
      ...fields,
      firstName,
      lastName,
    })),
);
export type ValidationsInput = Partial<SignupInput> & {
  account_validation?: number;
  fields_validation?: number;
};

export const emailInput = z.object({ email: emailField });
export type EmailInput = z.input<typeof emailInput>;

const codeText = z.string().min(1, 'The link is incomplete.').max(200, 'The link is incomplete.');

export const verifyInput = z.object({
  token: codeText,
  verify: codeText,
  email: z.string().max(255).optional(),
});
export type VerifyInput = z.input<typeof verifyInput>;

export const resetInput = z
  .object({
    code: codeText,
    uid: idField,
    password: newPasswordField,
    confirm_password: z.string('Please repeat the password.'),
  })
  .refine((fields) => fields.password === fields.confirm_password, {
    path: ['confirm_password'],
    error: 'The passwords do not match.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type ResetInput = z.input<typeof resetInput>;

/** One session by its id, or `others`, or `all`. */
export const revokeInput = z
  .object({
    session_id: idField.optional(),
    others: flagField.optional(),
    all: flagField.optional(),
  })
  .refine(
    (fields) =>
      [fields.session_id !== undefined, fields.others === 1, fields.all === 1].filter(Boolean)
        .length === 1,
    {
      path: ['session_id'],
      error: 'Name one session, or others, or all.',
    },
  )
  .transform(({ session_id: sessionId, others }) => ({ sessionId, others }));
export type RevokeInput = z.input<typeof revokeInput>;

export const formField = z.object({
  type: z.enum(['Text', 'Password', 'Checkbox', 'Select', 'Submit']),
  name: z.string(),
  label: z.string(),
  description: z.string().optional(),
  hasValidator: flag.optional(),
  multiOptions: z.record(z.string(), z.string()).optional(),
  value: z.string().optional(),
  maxlength: z.int().optional(),
});
export type FormField = z.output<typeof formField>;
export const loginForm = z.array(formField);
export const signupForm = z.object({
  account: z.array(formField),
  fields: z.array(formField),
  photo: z.array(formField),
});
export type SignupForm = z.output<typeof signupForm>;

const sessionUser = images.extend({
  user_id: z.int(),
  username: z.string(),
  displayname: z.string(),
  email: z.string(),
  language: z.string(),
  timezone: z.string(),
  cover: z.string(),
});

/** The only response with a credential: the pair of the new session. */
export const session = z.object({
  oauth_token: z.string(),
  oauth_secret: z.string(),
  user: sessionUser,
});
export type Session = z.output<typeof session>;

export const signedUp = z.union([
  session,
  z.object({
    user: z.object({ user_id: z.int(), displayname: z.string(), email: z.string() }),
    verification_required: z.literal(1),
  }),
]);
export type SignedUp = z.output<typeof signedUp>;

export const verified = z.object({
  message: z.string(),
  user_id: z.int(),
  is_password_void: z.literal(1).optional(),
});
export type Verified = z.output<typeof verified>;

export const currentMember = z.object({
  user_id: z.int(),
  displayname: z.string(),
  image_icon: z.string(),
});
export type CurrentMember = z.output<typeof currentMember>;

export const sessionList = z.object({
  totalItemCount: z.int(),
  response: z.array(
    z.object({
      session_id: z.int(),
      device: z.string(),
      is_current: flag,
      creation_date: wireTime,
      last_used_date: wireTime,
    }),
  ),
});
export type SessionList = z.output<typeof sessionList>;
