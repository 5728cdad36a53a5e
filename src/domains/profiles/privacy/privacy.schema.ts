import { z } from 'zod';
import { userLite, wireTime } from '#lib/shapes.ts';
import { settingsForm } from '#domains/settings/settings.schema.ts';
import { flagField } from '#lib/fields.ts';

/** Who sees a profile: the words of the call surface for our audiences. Some mean the same. */
export const profilePrivacies = { everyone: 'everyone', registered: 'members', network: 'members', member: 'friends', owner: 'onlyme' } as const;
export const privacyLabels = { everyone: 'Everyone, also without an account', registered: 'Members of this site', member: 'My friends', owner: 'Only me' };
export const requestLabels = { everyone: 'Everyone', friends_of_friends: 'Friends of my friends', nobody: 'Nobody' };

export const messageLabels = { everyone: 'Everyone', member: 'My friends' };

const audience = z.enum(['everyone', 'registered', 'network', 'member', 'owner'], 'Choose one of these.').optional();

/** What is not sent stays as it is. */
export const privacyInput = z.object({
  privacy: audience,
  friends_privacy: audience,
  birthday_privacy: audience,
  friend_request: z.enum(['everyone', 'friends_of_friends', 'nobody'], 'Choose one of these.').optional(),
  /** Who may start a conversation. */
  message: z.enum(['everyone', 'member'], 'Choose one of these.').optional(),
  /** Listed in search, suggestions and the list of members. */
  search: flagField.optional(),
  /** Search engines may keep the profile. */
  indexed: flagField.optional(),
});
export type PrivacyInput = z.input<typeof privacyInput>;
export type Privacy = z.output<typeof privacyInput>;
/** The form of our own screen: a box that is not ticked is not sent. */
export const privacyScreenInput = privacyInput.extend({ search: flagField.default(0), indexed: flagField.default(0) });

export const readPrivacyInput = z.object({ getBlockedUsers: flagField.default(0) });
export type ReadPrivacyInput = z.input<typeof readPrivacyInput>;
export const privacyForm = settingsForm.extend({ blockList: z.array(userLite.extend({ block_date: wireTime })).optional() });
export type PrivacyForm = z.output<typeof privacyForm>;
