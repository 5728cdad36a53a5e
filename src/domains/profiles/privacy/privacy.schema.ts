import { z } from 'zod';
import { settingsForm } from '#domains/settings/settings.schema.ts';
import { flagField } from '#lib/fields.ts';
import { userLite, wireTime } from '#lib/shapes.ts';

/** Audience values of a profile on the wire. Two of them mean the same. */
export const profilePrivacies = {
  everyone: 'everyone',
  registered: 'members',
  network: 'members',
  member: 'friends',
  owner: 'onlyme',
} as const;
export const privacyLabels = {
  everyone: 'Everyone, also without an account',
  registered: 'Members of this site',
  member: 'My friends',
  owner: 'Only me',
};
export const requestLabels = {
  everyone: 'Everyone',
  friends_of_friends: 'Friends of my friends',
  nobody: 'Nobody',
};

export const messageLabels = { everyone: 'Everyone', member: 'My friends' };

/** Audience values of those who may post on a wall. */
export const wallPosterValues = {
  registered: 'members',
  network: 'members',
  member: 'friends',
  owner: 'onlyme',
} as const;
export const wallLabels = {
  registered: privacyLabels.registered,
  member: privacyLabels.member,
  owner: privacyLabels.owner,
};

const audience = z
  .enum(['everyone', 'registered', 'network', 'member', 'owner'], 'Choose one of these.')
  .optional();

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
  privacy: audience,
  friends_privacy: audience,
  birthday_privacy: audience,
  friend_request: z
    .enum(['everyone', 'friends_of_friends', 'nobody'], 'Choose one of these.')
    .optional(),
  /** Audience that may start a conversation. */
  message: z.enum(['everyone', 'member'], 'Choose one of these.').optional(),
  /** Audience that may post on the wall. */
  comment: z.enum(['registered', 'network', 'member', 'owner'], 'Choose one of these.').optional(),
  /** Listed in search, suggestions and the list of members. */
  search: flagField.optional(),
  /** Search engines may index the profile. */
  indexed: flagField.optional(),
  /** Activity types that the feed shares automatically. */
  publishTypes: activityTypesField.optional(),
});
export type PrivacyInput = z.input<typeof privacyInput>;
export type Privacy = z.output<typeof privacyInput>;

/** The form of our own screen: an unticked box is not sent. */
const box = flagField.default(0);
const activityBox = 'tell_';
export const activityBoxName = (type: string): string => `${activityBox}${type}`;
export const privacyScreenInput = privacyInput
  .extend({ search: box, indexed: box })
  .catchall(z.unknown())
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
