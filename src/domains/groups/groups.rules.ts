import {
  belongsTo,
  roles,
  type JoinPolicy,
  type Visibility,
} from '#domains/containers/container-access.rules.ts';

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
  open: 'Open: everybody reads it, and every member of the site can join',
  closed: 'Closed: everybody finds it, members read it, and joining needs approval',
  secret: 'Secret: only its members and those they invite know that it exists',
};
export const privacyNames: Record<Privacy, string> = {
  open: 'Open group',
  closed: 'Closed group',
  secret: 'Secret group',
};

interface PrivacyFields {
  visibility: Visibility;
  isListed: boolean;
}

export const privacyOf = ({ visibility, isListed }: PrivacyFields): Privacy => {
  if (visibility !== 'members') return 'open';
  return isListed ? 'closed' : 'secret';
};

/** The settings of a container that a privacy stands for. */
export const settingsOfPrivacy: Record<Privacy, PrivacyFields & { joinPolicy: JoinPolicy }> = {
  open: { visibility: 'everyone', isListed: true, joinPolicy: 'open' },
  closed: { visibility: 'members', isListed: true, joinPolicy: 'approval' },
  secret: { visibility: 'members', isListed: false, joinPolicy: 'approval' },
};

/** The privacy whose settings are exactly these, if there is one. */
export function exactPrivacyOf(
  settings: PrivacyFields & { joinPolicy: JoinPolicy },
): Privacy | undefined {
  const privacy = privacyOf(settings);
  const { visibility, joinPolicy } = settingsOfPrivacy[privacy];
  const isExact = visibility === settings.visibility && joinPolicy === settings.joinPolicy;
  return isExact && (settings.isListed || privacy === 'secret') ? privacy : undefined;
}

interface Belonging {
  membership: string;
  role: number;
}

/** Officers and the owner edit the group, approve requests and moderate. */
export const mayManageGroup = (group: Belonging): boolean => belongsTo(group, roles.moderator);
export const ownsGroup = (group: Belonging): boolean => belongsTo(group, roles.owner);

/** A group has no roles between those of officer and owner. */
export const roleLabels: Record<number, string> = {
  [roles.member]: 'Member',
  [roles.moderator]: 'Officer',
  [roles.admin]: 'Officer',
  [roles.owner]: 'Owner',
};
