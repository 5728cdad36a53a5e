import {
  mayFind,
  mayRead,
  mayReadMembers,
  mayReadPost,
  isForSite,
  isStaff,
  type ContainerFacts,
  type Relation as ContainerRelation,
} from '#domains/containers/container-access.rules.ts';
import {
  isAuthorVisible,
  maySee,
  type AccountStatus,
  type Content,
  type Relation,
  type Site,
} from '#domains/policy/audience.rules.ts';
import {
  maySeeProfile,
  type ProfileAudience,
  type ProfileFacts,
} from '#domains/policy/profile-audience.rules.ts';
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

/** A member whom a post concerns, and what is between them and the viewer. */
export interface Person {
  id: number;
  status: AccountStatus;
  relation: Relation;
  profile: ProfileAudience;
  friendsAudience: ProfileAudience;
}

/** A container, and what is between it and the viewer. */
export interface SeenContainer {
  facts: ContainerFacts;
  relation: ContainerRelation;
}

/** The item that a feed item shows. */
export type PostItem =
  | { kind: 'friendship'; friend: Person }
  | { kind: 'album of a member'; ownerId: number; audience: string; createdAt: Date }
  | { kind: 'album of a container'; container: SeenContainer; sortKey: number; isHidden: boolean }
  | { kind: 'created'; container: SeenContainer; isFound: boolean }
  | { kind: 'joined'; container: SeenContainer; isListForReaders: boolean };

export interface PostFacts {
  author: Person;
  isInPageName: boolean;
  publishedAt: Date;
  sortKey: number;
  /** On the wall of that member, or in that container. */
  standsOn:
    | { wall: Person; audience: string; isBlockedBetween: boolean }
    | { container: SeenContainer };
  item?: PostItem;
}

const profileOf = ({ id, status, profile }: Person): ProfileFacts => ({
  ownerId: id,
  ownerStatus: status,
  audience: profile,
});

/**
 * Whether the viewer sees a post, wherever it stands and whatever it is about. visibility.server.ts
 * says the same in SQL; a test proves that both agree.
 */
export function maySeePost(viewer: Viewer, post: PostFacts, site: Site): boolean {
  return maySeeWhereItStands(viewer, post, site) && maySeeItem(viewer, post, site);
}

function maySeeWhereItStands(viewer: Viewer, post: PostFacts, site: Site): boolean {
  const { author, standsOn, publishedAt, sortKey } = post;
  if ('container' in standsOn) {
    const { facts, relation } = standsOn.container;
    const isShown =
      post.isInPageName || isAuthorVisible(viewer, author.status, author.relation.isBlocked);
    return isShown && publishedAt <= site.now && mayReadPost(facts, relation, { sortKey });
  }
  const { wall, audience, isBlockedBetween } = standsOn;
  return maySeeWallPost(
    viewer,
    {
      authorId: author.id,
      authorStatus: author.status,
      audience,
      publishedAt,
      wall: profileOf(wall),
    },
    { author: author.relation, wallOwner: wall.relation, isBlockedBetween },
    site,
  );
}

function maySeeItem(viewer: Viewer, { author, item }: PostFacts, site: Site): boolean {
  switch (item?.kind) {
    case undefined:
      return true;
    case 'friendship':
      return maySeeFriendship(viewer, author, item.friend, site);
    case 'album of a member': {
      const content = { authorId: author.id, authorStatus: author.status, ...item };
      return (
        item.ownerId === author.id &&
        maySee(viewer, { ...content, publishedAt: item.createdAt }, author.relation, site) &&
        maySeeProfile(viewer, profileOf(author), author.relation, site)
      );
    }
    case 'album of a container': {
      const { facts, relation } = item.container;
      return mayReadPost(facts, relation, item) && (!item.isHidden || isStaff(relation));
    }
    case 'created': {
      const { facts, relation } = item.container;
      return item.isFound ? mayFind(facts, relation) : mayRead(facts, relation);
    }
    case 'joined': {
      const { facts, relation } = item.container;
      return (
        viewer.kind === 'member' &&
        isForSite(facts.visibility) &&
        mayReadMembers(facts, relation, item.isListForReaders)
      );
    }
  }
}

/** Both friends, and members who see both lists of friends. */
function maySeeFriendship(viewer: Viewer, author: Person, friend: Person, site: Site): boolean {
  if (viewer.kind === 'visitor') return false;
  if (!isAuthorVisible(viewer, friend.status, friend.relation.isBlocked)) return false;
  if (viewer.id === author.id || viewer.id === friend.id) return true;
  return [author, friend].every((one) => maySeeFriendList(viewer, one, site));
}

/** Whether the viewer sees whom that member is friends with. */
function maySeeFriendList(viewer: Viewer, one: Person, site: Site): boolean {
  const profile = profileOf(one);
  return [one.profile, one.friendsAudience].every((audience) =>
    maySeeProfile(viewer, { ...profile, audience }, one.relation, site),
  );
}
