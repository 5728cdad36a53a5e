import { maySee, type Content, type Relation, type Site } from '#domains/policy/audience.rules.ts';
import { maySeeProfile, type ProfileFacts } from '#domains/policy/profile-audience.rules.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isAuthor } from './posts.rules.ts';

/**
 * Whether the viewer sees a post on a wall. One on the wall of somebody else is for those only who
 * may open that wall as well; a block between its author and the owner hides it from everybody but
 * its author. visibility.server.ts says the same in SQL; a test proves that both agree.
 */
export function maySeeWallPost(
  viewer: Viewer,
  { wall, ...post }: Content & { wall: ProfileFacts },
  relation: { author: Relation; wallOwner: Relation; isBlockedBetween: boolean },
  site: Site,
): boolean {
  if (!maySee(viewer, { ...post, wallOwnerId: wall.ownerId }, relation.author, site)) return false;
  if (post.authorId === wall.ownerId || isAuthor(viewer, post)) return true;
  return !relation.isBlockedBetween && maySeeProfile(viewer, wall, relation.wallOwner, site);
}
