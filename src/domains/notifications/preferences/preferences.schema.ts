import { z } from 'zod';
import {
  frequencies,
  type ChosenType,
  type Frequency,
  type Preference,
} from '#domains/notifications/notification-kinds.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { flagField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';
import { digestFields, quietFields } from './preferences.fields.ts';

/** One field for each type. The types come from the manifests, and so do the inputs. */
const each = <Prefix extends string, Field extends z.ZodType>(
  types: ChosenType[],
  prefix: Prefix,
  field: Field,
) =>
  Object.fromEntries(types.map((type) => [`${prefix}${type}`, field])) as Record<
    `${Prefix}${ChosenType}`,
    Field
  >;

/** A type that is not sent is switched off. */
export const inAppInput = (types: ChosenType[]) => z.object(each(types, '', flagField.default(0)));
export type InAppInput = Partial<Record<ChosenType, string | number>>;
export type InApp = z.output<ReturnType<typeof inAppInput>>;

export const inAppForm = z.object({
  form: z.array(z.object({ category: z.string(), types: z.array(formField) })),
  formValues: z.array(z.string()),
});
export type InAppForm = z.output<typeof inAppForm>;

/** `liked,commented`; empty for none. */
const typeList = (types: string[]) =>
  z
    .string()
    .max(2_000)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ])
    .refine(
      (names): names is ChosenType[] => names.every((name) => types.includes(name)),
      'There is no such type.',
    );

const oneOf = 'Please choose one of these.';
const delivery = (types: ChosenType[]) => ({
  /** Types with mails; the others are never mailed. */
  email_types: typeList(types).optional(),
  ...fieldInputs(digestFields, false),
  ...fieldInputs(quietFields, false),
  push_types: typeList(types).optional(),
  /** Frequency and push of single types, applied after the lists above. */
  ...each(types, 'email_', z.enum(frequencies, oneOf).optional()),
  ...each(types, 'push_', flagField.optional()),
});
const bothOrNone = ({
  quiet_from: from,
  quiet_to: to,
}: {
  quiet_from?: string | null | undefined;
  quiet_to?: string | null | undefined;
}) => (from === undefined) === (to === undefined) && !from === !to;
export const bothHours = 'Choose both times, or none.';
const bothOrNoneProblem = { path: ['quiet_to'], error: bothHours };

/** Missing fields stay unchanged. */
export const deliveryInput = (types: ChosenType[]) =>
  z.object(delivery(types)).refine(bothOrNone, bothOrNoneProblem);
export type DeliveryInput = Record<string, string | number | null | undefined>;
export type Delivery = z.output<ReturnType<typeof deliveryInput>>;

export const pauses = {
  none: 'Not paused',
  '1': 'For an hour',
  '8': 'For eight hours',
  '24': 'For a day',
  '168': 'For a week',
} as const;
/**
 * The form of our own screen: an unticked box is not sent. `pause` is in hours; without it the
 * pause stays as it is.
 */
export const deliveryScreenInput = (types: ChosenType[]) =>
  z
    .object({
      ...delivery(types),
      push: flagField.default(0).transform(Boolean),
      ...each(types, 'push_', flagField.default(0)),
      pause: z
        .union(
          [
            z.literal('').transform(() => undefined),
            z.enum(Object.keys(pauses) as [keyof typeof pauses]),
          ],
          oneOf,
        )
        .optional(),
    })
    .refine(bothOrNone, bothOrNoneProblem);

export const deliveryForm = z.object({
  form: z.array(formField),
  formValues: z
    .object({
      email_types: z.array(z.string()),
      digest: z.enum(['off', 'daily', 'weekly']),
      push: z.literal([0, 1]),
      push_types: z.array(z.string()),
      mute_until: z.string().nullable(),
      quiet_from: z.string().nullable(),
      quiet_to: z.string().nullable(),
      reminder: z.enum(['week', 'day', 'hour', 'none']),
    })
    .catchall(z.unknown()),
});
export type DeliveryForm = z.output<typeof deliveryForm>;

/** The most common frequency: the value of `digest`. */
export function getDigest(preferences: Preference[]): Exclude<Frequency, 'off'> {
  const count = (frequency: Frequency) =>
    preferences.filter(({ email }) => email === frequency).length;
  const [daily, weekly] = [count('daily'), count('weekly')];
  if (count('at_once') > 0 || daily + weekly === 0) return 'at_once';
  return daily >= weekly ? 'daily' : 'weekly';
}

export type Preferences = Record<ChosenType, Preference>;

/** The changes to the preferences. */
export function changed(
  before: Preferences,
  sent: Delivery,
  defaultOf: (type: ChosenType) => Preference,
): Preferences {
  const frequencyOf = (type: ChosenType): Frequency => {
    const { email } = before[type];
    const own = sent[`email_${type}`];
    if (own) return own;
    if (sent.email_types && !sent.email_types.includes(type)) return 'off';
    if (email === 'off' && !sent.email_types) return 'off';
    const usual = defaultOf(type).email;
    if (sent.digest) return sent.digest;
    if (email !== 'off') return email;
    return usual === 'off' ? 'at_once' : usual;
  };
  const pushOf = (type: ChosenType): boolean => {
    const own = sent[`push_${type}`];
    if (own !== undefined) return own === 1;
    return sent.push_types ? sent.push_types.includes(type) : before[type].push;
  };
  return Object.fromEntries(
    (Object.keys(before) as ChosenType[]).map((type) => [
      type,
      { inApp: before[type].inApp, email: frequencyOf(type), push: pushOf(type) },
    ]),
  ) as Preferences;
}
