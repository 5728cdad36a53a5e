import { z } from 'zod';
import { settingsForm } from '#domains/settings/settings.schema.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { flagField } from '#lib/fields.ts';
import { userLite, wireTime } from '#lib/shapes.ts';
import { privacyFields } from './privacy.fields.ts';

/** `["friends"]`, or `friends,share`. */
function parseList(value: string): unknown {
  try {
    return value.trim().startsWith('[')
      ? JSON.parse(value)
      : value.split(',').flatMap((one) => one.trim() || []);
  } catch {
    return value;
  }
}

/**
 * Activity types to share. Other names than those of automatic activity posts are ignored; the
 * member decides about each post of their own.
 */
const activityTypesField = z.preprocess(
  (value) => (typeof value === 'string' ? parseList(value) : value),
  z.array(z.string().regex(/^[a-z_]{1,40}$/), 'Choose some of these.').max(100),
);

/** Missing fields stay unchanged. */
export const privacyInput = z.object({
  ...fieldInputs(privacyFields, false),
  /** Activity types that the feed shares automatically. */
  publishTypes: activityTypesField.optional(),
});
export type PrivacyInput = z.input<typeof privacyInput>;
export type Privacy = z.output<typeof privacyInput>;

const activityBox = 'tell_';
export const activityBoxName = (type: string): string => `${activityBox}${type}`;
/** The form of our own screen: an unticked box is not sent. */
export const privacyScreenInput = z
  .preprocess(
    (sent) => ({ search: 0, indexed: 0, ...(sent as object) }),
    privacyInput.catchall(z.unknown()),
  )
  .transform((sent) => ({
    ...sent,
    publishTypes: Object.entries(sent).flatMap(([name, value]) =>
      name.startsWith(activityBox) && value === '1' ? [name.slice(activityBox.length)] : [],
    ),
  }));

export const readPrivacyInput = z.object({ getBlockedUsers: flagField.default(0) });
export type ReadPrivacyInput = z.input<typeof readPrivacyInput>;
export const privacyForm = settingsForm.extend({
  formValues: z.record(z.string(), z.union([z.string(), z.int(), z.array(z.string())])),
  blockList: z.array(userLite.extend({ block_date: wireTime })).optional(),
});
export type PrivacyForm = z.output<typeof privacyForm>;
