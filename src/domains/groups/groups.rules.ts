import type { JoinPolicy, Visibility } from '#domains/containers/container-access.rules.ts';

/** Orders of the list of groups; the first is the default. */
export const groupOrders = ['newest', 'members'] as const;
export type GroupOrder = (typeof groupOrders)[number];
export const groupOrderLabels: Record<GroupOrder, string> = {
  newest: 'Newest',
  members: 'Most members',
};

export const groupTitleLength = 64;
export const descriptionLength = 5_000;
export const rulesLength = 5_000;
/** Groups that one member may own. */
export const groupQuota = 50;
/** Seconds. */
export const maxSlowMode = 86_400;

/** One word for the audience, the listing and the joining of a group. */
export const privacies = ['open', 'closed', 'secret'] as const;
export type Privacy = (typeof privacies)[number];
export const privacyLabels: Record<Privacy, string> = {
  open: 'Open: everyone can read it, and every member of the site can join',
  closed: 'Closed: everyone can find it, only members can read it, and joining needs approval',
  secret: 'Secret: only its members and those they invite know that it exists',
};
const privacyNames: Record<Privacy, string> = {
  open: 'Open group',
  closed: 'Closed group',
  secret: 'Secret group',
};

interface PrivacyFields {
  visibility: Visibility;
  isListed: boolean;
}

/** The settings of a container that a privacy stands for. */
export const settingsOfPrivacy: Record<
  Privacy,
  PrivacyFields & { joinPolicy: 'open' | 'approval' }
> = {
  open: { visibility: 'everyone', isListed: true, joinPolicy: 'open' },
  closed: { visibility: 'members', isListed: true, joinPolicy: 'approval' },
  secret: { visibility: 'members', isListed: false, joinPolicy: 'approval' },
};

type PrivacySettings = PrivacyFields & { joinPolicy: JoinPolicy };

/** The privacy that these settings are, if one says all of them. */
export function findExactPrivacy(settings: PrivacySettings): Privacy | undefined {
  return privacies.find((privacy) => {
    const { visibility, isListed, joinPolicy } = settingsOfPrivacy[privacy];
    const isSame = visibility === settings.visibility && isListed === settings.isListed;
    // Nobody outside knows of a secret group, whatever joining would need.
    return isSame && (privacy === 'secret' || joinPolicy === settings.joinPolicy);
  });
}

const readerNames: Record<Visibility, string> = {
  everyone: 'Public group',
  registered: 'Group for members of the site',
  friends_of_friends: 'Group for the owner and friends of friends',
  friends: 'Group for friends of the owner',
  members: 'Group for members only',
};
const joinTexts: Record<JoinPolicy, string> = {
  open: 'every member of the site can join',
  approval: 'joining needs approval',
  invitation: 'joining needs an invitation',
};

/** The privacy in two words, for the line below the name. */
export function privacyName(settings: PrivacySettings): string {
  const privacy = findExactPrivacy(settings);
  return privacy ? privacyNames[privacy] : readerNames[settings.visibility];
}

/** Readers, listing and joining; other clients choose each of them by itself. */
export function privacyText(settings: PrivacySettings): string {
  const privacy = findExactPrivacy(settings);
  if (privacy) return privacyLabels[privacy];
  const listing = settings.isListed
    ? 'everyone can find it'
    : 'it does not show up in lists and searches';
  return `${readerNames[settings.visibility]}: ${listing}, and ${joinTexts[settings.joinPolicy]}`;
}
