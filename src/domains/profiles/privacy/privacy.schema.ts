import { z } from 'zod';
import { allActivityTypes, type ActivityType } from '#domains/settings/activity-types.rules.ts';
import { settingsForm } from '#domains/settings/settings.schema.ts';
import { flagField } from '#lib/fields.ts';
import { userLite, wireTime } from '#lib/shapes.ts';

/** Who sees a profile: the words of the call surface for our audiences. Some mean the same. */
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

const audience = z
  .enum(['everyone', 'registered', 'network', 'member', 'owner'], 'Choose one of these.')
  .optional();

/** `["friends"]`, or `friends,share`. */
function listOf(said: string): unknown {
  try {
    return said.trim().startsWith('[')
      ? JSON.parse(said)
      : said.split(',').flatMap((one) => one.trim() || []);
  } catch {
    return said;
  }
}

/**
 * Types of items of the feed. Only what the site tells by itself can be chosen; what a member posts
 * is the member's own doing.
 */
const newsField = z
  .preprocess(
    (said) => (typeof said === 'string' ? listOf(said) : said),
    z.array(z.string().regex(/^[a-z_]{1,40}$/), 'Choose some of these.').max(100),
  )
  .transform((named) => allActivityTypes.filter((type) => named.includes(type)));

/** What is not sent stays as it is. */
export const privacyInput = z.object({
  privacy: audience,
  friends_privacy: audience,
  birthday_privacy: audience,
  friend_request: z
    .enum(['everyone', 'friends_of_friends', 'nobody'], 'Choose one of these.')
    .optional(),
  /** Who may start a conversation. */
  message: z.enum(['everyone', 'member'], 'Choose one of these.').optional(),
  /** Listed in search, suggestions and the list of members. */
  search: flagField.optional(),
  /** Search engines may keep the profile. */
  indexed: flagField.optional(),
  /** What the feed tells of the member by itself. */
  publishTypes: newsField.optional(),
});
export type PrivacyInput = z.input<typeof privacyInput>;
export type Privacy = z.output<typeof privacyInput>;
/** The form of our own screen: a box that is not ticked is not sent. */
const box = flagField.default(0);
const newsBoxes = Object.fromEntries(
  allActivityTypes.map((type) => [`tell_${type}`, box]),
) as Record<`tell_${ActivityType}`, typeof box>;
export const privacyScreenInput = privacyInput
  .extend({ search: box, indexed: box, ...newsBoxes })
  .transform((sent) => ({
    ...sent,
    publishTypes: allActivityTypes.filter((type) => sent[`tell_${type}`]),
  }));

export const readPrivacyInput = z.object({ getBlockedUsers: flagField.default(0) });
export type ReadPrivacyInput = z.input<typeof readPrivacyInput>;
export const privacyForm = settingsForm.extend({
  formValues: z.record(z.string(), z.union([z.string(), z.int(), z.array(z.string())])),
  blockList: z.array(userLite.extend({ block_date: wireTime })).optional(),
});
export type PrivacyForm = z.output<typeof privacyForm>;
