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

export const wallPosters = ['members', 'friends', 'onlyme'] as const;
/** Those who may post on a member's wall besides the member. */
export type WallPosters = (typeof wallPosters)[number];

/** Default of members who chose nothing. */
export const defaultWallPosters = 'friends' satisfies WallPosters;

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

/**
 * Whether the viewer may post on the wall: its owner, and those among its readers whom the owner
 * lets. Moderators have no more rights here than other members.
 */
export function mayPostOnWall(
  viewer: Viewer,
  owner: ProfileFacts & { wallPosters: WallPosters },
  relation: Relation,
  site: Pick<Site, 'publicReading'>,
): boolean {
  if (viewer.kind === 'visitor') return false;
  if (viewer.id === owner.ownerId) return true;
  if (!maySeeProfile(viewer, owner, relation, site)) return false;
  return owner.wallPosters === 'members' || (owner.wallPosters === 'friends' && relation.isFriend);
}
