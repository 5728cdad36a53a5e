import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import { profilePrivacies, wallPosterValues, type Privacy } from './privacy.schema.ts';
import type { PrivacySettings } from './privacy.server.ts';

const wirePrivacies = {
  everyone: 'everyone',
  members: 'registered',
  friends: 'member',
  onlyme: 'owner',
} as const satisfies Record<ProfileAudience, string>;

/** Values of the form's fields. */
export const privacyView = (settings: PrivacySettings) => ({
  privacy: wirePrivacies[settings.profile],
  friends_privacy: wirePrivacies[settings.friends],
  birthday_privacy: wirePrivacies[settings.birthday],
  friend_request: settings.requestsFrom,
  message: settings.messagesFrom === 'friends' ? 'member' : 'everyone',
  comment: wirePrivacies[settings.wallPosters],
  search: settings.isFindable ? 1 : 0,
  indexed: settings.isIndexed ? 1 : 0,
  publishTypes: settings.sharedTypes,
});

/** The settings that were sent, by our words. */
export function toPrivacySettings(sent: Privacy): Partial<PrivacySettings> {
  const audience = (word: Privacy['privacy']) => word && profilePrivacies[word];
  const flag = (value: number | undefined) => (value === undefined ? undefined : value === 1);
  return {
    profile: audience(sent.privacy),
    friends: audience(sent.friends_privacy),
    birthday: audience(sent.birthday_privacy),
    requestsFrom: sent.friend_request,
    messagesFrom: sent.message && (sent.message === 'member' ? 'friends' : 'everyone'),
    wallPosters: sent.comment && wallPosterValues[sent.comment],
    isFindable: flag(sent.search),
    isIndexed: flag(sent.indexed),
    sharedTypes: sent.publishTypes,
  };
}
