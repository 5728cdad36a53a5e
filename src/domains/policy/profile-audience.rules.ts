import { isAuthorVisible, type AccountStatus, type Relation, type Site } from './audience.rules.ts';
import { isModerator, type Viewer } from './viewer.ts';

export const profileAudiences = ['everyone', 'members', 'friends', 'onlyme'] as const;
export type ProfileAudience = (typeof profileAudiences)[number];

/**
 * Default of members who chose nothing; `chosenAudienceAllows` in profile-audience.server.ts
 * repeats it.
 */
export const defaultProfileAudience = 'members' satisfies ProfileAudience;

/** Input of the decision about a profile: its page, its details, its list of friends. */
export interface ProfileFacts {
  ownerId: number;
  ownerStatus: AccountStatus;
  audience: ProfileAudience;
}

/**
 * security.md section 2. profile-audience.server.ts says the same in SQL; a test proves that both
 * agree.
 */
export function maySeeProfile(
  viewer: Viewer,
  { ownerId, ownerStatus, audience }: ProfileFacts,
  relation: Relation,
  site: Pick<Site, 'publicReading'>,
): boolean {
  if (!isAuthorVisible(viewer, ownerStatus, relation.isBlocked)) return false;
  if (viewer.kind === 'visitor') return audience === 'everyone' && site.publicReading;
  if (viewer.id === ownerId || isModerator(viewer)) return true;
  if (audience === 'friends') return relation.isFriend;
  return audience !== 'onlyme';
}
