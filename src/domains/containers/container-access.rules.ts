/** The rights in a container; container-access.server.ts says the same in SQL. */

export const containerStates = [
  /** Being prepared: staff only. */
  'draft',
  /** Waits for the site's approval. */
  'pending',
  'open',
  /** Read-only. */
  'archived',
  'declined',
  'expired',
  /** Taken away by a site moderator. */
  'removed',
  /** By its owner; a job deletes its rows (deletion.server.ts). */
  'deleted',
] as const;
export type ContainerState = (typeof containerStates)[number];

/**
 * Audiences of the posts. `registered`: all members of the site; `members`: those of the container.
 */
export const visibilities = [
  'everyone',
  'registered',
  'friends_of_friends',
  'friends',
  'members',
] as const;
export type Visibility = (typeof visibilities)[number];

export const joinPolicies = ['open', 'approval', 'invitation'] as const;
export type JoinPolicy = (typeof joinPolicies)[number];
/** `approval`: posts of members wait for a moderator. */
export const postPolicies = ['members', 'approval', 'staff'] as const;
export type PostPolicy = (typeof postPolicies)[number];
export const membershipStates = ['none', 'requested', 'invited', 'member', 'banned'] as const;
export type MembershipState = (typeof membershipStates)[number];

export const roles = { member: 0, moderator: 10, admin: 20, owner: 30 } as const;
export type Role = (typeof roles)[keyof typeof roles];

/** Levels of `memberships.notify`: which posts there a member is notified of. */
export const notifyLevels = { none: 0, highlights: 1, all: 2 } as const;
export type NotifyLevel = keyof typeof notifyLevels;

/** The fields of a container that rights depend on. */
export interface ContainerFacts {
  ownerId: number | null;
  state: ContainerState;
  visibility: Visibility;
  isListed: boolean;
  joinPolicy: JoinPolicy;
  postPolicy: PostPolicy;
  commentPolicy: 'readers' | 'members' | 'staff';
  invitePolicy: 'members' | 'staff';
  photoPolicy: 'members' | 'staff';
  /** The first posts of a new member that wait for approval. */
  newcomerPosts: number;
  /** Sort key from which on those outside read; null: all. */
  publicFrom: number | null;
}

export interface MembershipFacts {
  state: MembershipState;
  role: number;
  publishedPosts: number;
}

/** The relation of a viewer to a container. */
export interface Relation {
  /** Null for visitors. */
  viewerId: number | null;
  isSiteModerator: boolean;
  /** Whether visitors may read at all (PUBLIC_READING). */
  isPublicReading: boolean;
  /** Undefined without a row. */
  membership: MembershipFacts | undefined;
  isFriendOfOwner: boolean;
  hasFriendInCommon: boolean;
  /** The container in which it lies, whose rights are narrower or not; absent: none. */
  parent?: { container: ContainerFacts; relation: Relation };
}

type Belonging = Pick<Relation, 'membership' | 'parent'>;

const mayReadParent = ({ parent }: Pick<Relation, 'parent'>): boolean =>
  !parent || mayRead(parent.container, parent.relation);
/** Reads the parent, where there is one, and is not banned from it. */
const isAdmitted = (relation: Pick<Relation, 'parent'>): boolean =>
  mayReadParent(relation) && !(relation.parent && isBanned(relation.parent.relation));
/** In what is archived nobody writes, and neither in what lies in it. */
export const isParentOpen = (relation: Pick<Relation, 'parent'>): boolean =>
  isAdmitted(relation) && (relation.parent?.container.state ?? 'open') === 'open';
const isOpen = ({ state }: Pick<ContainerFacts, 'state'>, relation: Pick<Relation, 'parent'>) =>
  state === 'open' && isParentOpen(relation);

/** A membership counts as long as the parent admits the member. */
const isIn = (relation: Belonging) =>
  relation.membership?.state === 'member' && isAdmitted(relation);
const roleOf = (relation: Belonging) => (isIn(relation) ? relation.membership!.role : -1);
interface OwnMembership {
  membership: string;
  role: number;
}
/** Whether somebody is a member with at least that role. */
export const belongsTo = ({ membership, role }: OwnMembership, least: number): boolean =>
  membership === 'member' && role >= least;
/** Officers and the owner edit it, approve requests and moderate, where they are its staff. */
export const mayManage = (row: OwnMembership): boolean => belongsTo(row, roles.moderator);
/** An archive is read-only for its staff too, but for removals, bans and its owner's decisions. */
export const mayChange = (row: OwnMembership & { state: string }): boolean =>
  mayManage(row) && row.state !== 'archived';
export const isOwnerOf = (row: OwnMembership): boolean => belongsTo(row, roles.owner);

export const isStaff = (relation: Belonging) => roleOf(relation) >= roles.moderator;

/** Whether the visibility alone includes the viewer, leaving memberships aside. */
export function isVisibleOutside({ visibility, ownerId }: ContainerFacts, relation: Relation) {
  if (relation.viewerId === null) return relation.isPublicReading && visibility === 'everyone';
  if (isForSite(visibility)) return true;
  if (relation.membership?.state === 'banned' || visibility === 'members') return false;
  const isFriend = relation.isFriendOfOwner || ownerId === relation.viewerId;
  return isFriend || (visibility === 'friends_of_friends' && relation.hasFriendInCommon);
}

/** In custody of the site or waiting for its approval: moderators read what they have to settle. */
const isForModerators = ({ ownerId, state }: ContainerFacts, { isSiteModerator }: Relation) =>
  isSiteModerator && (ownerId === null || state === 'pending');

const isForReading = ({ state }: ContainerFacts): boolean =>
  state === 'open' || state === 'archived';

/** Whether the viewer may read its posts, members and files, and those of the parent. */
export const mayRead = (container: ContainerFacts, relation: Relation): boolean =>
  mayReadParent(relation) && readsItself(container, relation);

function readsItself(container: ContainerFacts, relation: Relation): boolean {
  const { state } = container;
  if (state === 'removed' || state === 'deleted') return false;
  if (isForModerators(container, relation)) return true;
  const role = relation.membership?.state === 'member' ? relation.membership.role : -1;
  if (!isForReading(container)) return role >= roles.moderator;
  return role >= 0 || isVisibleOutside(container, relation);
}

/** Whether the viewer may read one of its posts: also of when the parent was narrower. */
export function mayReadPost(
  container: ContainerFacts,
  relation: Relation,
  { sortKey }: { sortKey: number },
): boolean {
  const { parent } = relation;
  if (!mayRead(container, relation)) return false;
  if (parent && !mayReadPost(parent.container, parent.relation, { sortKey })) return false;
  const isOld = container.publicFrom !== null && sortKey < container.publicFrom;
  const isInside = relation.membership?.state === 'member';
  return !isOld || isInside || isForModerators(container, relation);
}

/** In lists, but read by its members alone. */
const isClosed = ({ isListed, visibility }: ContainerFacts) => isListed && visibility === 'members';

/**
 * Whether the viewer may know that it exists: its name, picture and description. A closed one is
 * known to everybody, a secret one to its members and those it invites. One that is for all members
 * of the site, or for friends, is not known to visitors: that audience leaves them out. In
 * another one it is known to those who read that one, and to its members while they know of it.
 */
export function mayKnow(container: ContainerFacts, relation: Relation): boolean {
  const { parent } = relation;
  // A guest of what lies in a closed one.
  const isGuest =
    relation.membership?.state === 'member' &&
    parent?.container.isListed === true &&
    isForReading(parent.container);
  return (mayReadParent(relation) || isGuest) && knowsItself(container, relation);
}

function knowsItself(container: ContainerFacts, relation: Relation): boolean {
  if (readsItself(container, relation)) return true;
  if (!isForReading(container)) return false;
  if (relation.membership?.state === 'invited') return true;
  if (relation.viewerId === null) return relation.isPublicReading && isClosed(container);
  return container.isListed;
}

/**
 * Whether lists, shares, feed items and reactions name it to the viewer. Visitors find a closed one
 * at its own address alone: nobody chose to publish it to search engines. So do guests of what lies
 * in a closed one.
 */
export const mayFind = (container: ContainerFacts, relation: Relation): boolean =>
  relation.viewerId === null
    ? mayRead(container, relation)
    : mayReadParent(relation) && mayKnow(container, relation);

/**
 * Whether the viewer of a row, who may know of it, sees its front: description, category, cover and
 * owner. Whoever is invited to a secret one knows its name, its picture and who invites, no more;
 * a guest of what lies in a closed one its name and picture.
 */
export const isFrontShown = (row: {
  isReadable: boolean;
  isListed: boolean;
  /** Absent: true, for what lies in no other. */
  isParentReadable?: boolean;
}): boolean => row.isReadable || (row.isListed && row.isParentReadable !== false);

/** From it, or from its parent. */
const isBanned = ({ membership, parent }: Belonging): boolean =>
  membership?.state === 'banned' || (parent !== undefined && isBanned(parent.relation));

/**
 * Whether the viewer acts there as a moderator of the site: where that right alone lets them know of
 * it, so not in a secret one whose members invite them.
 */
export const moderatesForSite = (container: ContainerFacts, relation: Relation): boolean =>
  relation.isSiteModerator &&
  mayReadParent(relation) &&
  (mayRead(container, relation) || (container.isListed && isForReading(container)));

/**
 * Whether the viewer may read the list of its members.
 * @param isForReaders whether whoever reads its posts reads the list too
 */
export function mayReadMembers(
  container: ContainerFacts,
  relation: Relation,
  isForReaders: boolean,
): boolean {
  if (moderatesForSite(container, relation)) return true;
  if (!mayRead(container, relation)) return false;
  return isIn(relation) || (isForReaders && !isBanned(relation));
}

/** Whether the viewer may post; `approval` if the post waits. */
export function mayPost(container: ContainerFacts, relation: Relation): boolean | 'approval' {
  if (!isOpen(container, relation) || !isIn(relation)) return false;
  if (isStaff(relation)) return true;
  if (container.postPolicy === 'staff') return false;
  const isNewcomer = relation.membership!.publishedPosts < container.newcomerPosts;
  return container.postPolicy === 'approval' || isNewcomer ? 'approval' : true;
}

/**
 * Whether the viewer may add albums and photos, by the role that the kind asks for: none of them
 * waits for approval, so only those whose posts need none.
 */
export function mayAddPhotos(
  container: ContainerFacts,
  relation: Relation,
  photoRole: Role,
): boolean {
  if (roleOf(relation) < photoRole) return false;
  if (container.photoPolicy === 'staff' && !isStaff(relation)) return false;
  if (container.state === 'draft' || container.state === 'pending')
    return isStaff(relation) && isParentOpen(relation);
  return mayPost(container, relation) === true;
}

export function mayComment(container: ContainerFacts, relation: Relation): boolean {
  if (!isOpen(container, relation) || relation.viewerId === null || isBanned(relation))
    return false;
  if (!mayRead(container, relation)) return false;
  if (container.commentPolicy === 'readers') return true;
  return container.commentPolicy === 'members' ? isIn(relation) : isStaff(relation);
}

export const mayInvite = (container: ContainerFacts, relation: Relation): boolean =>
  isOpen(container, relation) &&
  (container.invitePolicy === 'members' ? isIn(relation) : isStaff(relation));

/** The way in that is open to a member who does not belong to it; null: none. */
export function wayToJoin({
  state,
  membership,
  joinPolicy,
  isRemoved,
  isInvited,
  askAgainAt,
  isClosed = false,
}: {
  state: string;
  membership: string;
  joinPolicy: string;
  isRemoved: boolean;
  isInvited: boolean;
  askAgainAt: string | null;
  /** Its item is over, or will not take place. */
  isClosed?: boolean;
}): 'accept' | 'join' | 'ask' | null {
  if (isClosed || state !== 'open' || membership === 'member' || membership === 'banned')
    return null;
  if (membership === 'invited' && isInvited) return 'accept';
  // Also for somebody whose request waits, if it takes everybody by now.
  if (joinPolicy === 'open' && !isRemoved) return 'join';
  const isWaiting = membership === 'requested' || askAgainAt !== null;
  return isWaiting || joinPolicy === 'invitation' ? null : 'ask';
}

/** Approve requests and posts, delete posts and comments. */
export const mayModerate = (relation: Belonging): boolean => isStaff(relation);

/** Whether somebody with at least that role belongs to it. */
export const hasRoleOf = (relation: Belonging, role: Role): boolean => roleOf(relation) >= role;

/** Edit its details, pictures and albums: from that role on, by its kind, and not in an archive. */
export const mayEdit = (
  container: Pick<ContainerFacts, 'state'>,
  relation: Belonging,
  editRole: Role,
): boolean =>
  container.state !== 'archived' && roleOf(relation) >= editRole && isParentOpen(relation);

/**
 * The role ceiling: nobody gives, keeps or takes a role that is not below their own. The role of
 * the owner changes by a transfer alone.
 */
export const mayChangeRole = (actor: number, target: number, next: number): boolean =>
  actor >= roles.admin && target < actor && next < actor && next < roles.owner;

export const mayRemoveMember = (actor: number, target: number): boolean =>
  actor >= roles.moderator && target < actor;

/**
 * The role with which the viewer removes and bans members: moderators of the site have that of an
 * owner, so that the owner alone is out of their reach; -1 for those outside.
 */
export const removalRole = (container: ContainerFacts, relation: Relation): number =>
  moderatesForSite(container, relation) ? roles.owner : roleOf(relation);

/** Whether all members of the site read it, who belong to it or not. */
export const isForSite = (visibility: Visibility): boolean =>
  visibility === 'everyone' || visibility === 'registered';

/** Readers from none outside to everybody. */
const reach = ({ visibility, isListed }: Pick<ContainerFacts, 'visibility' | 'isListed'>): number =>
  visibility === 'members'
    ? Number(isListed) - visibilities.length
    : visibilities.length - visibilities.indexOf(visibility);

/** Whether more people would know of it or read it than before. */
export const isWider = (
  before: Pick<ContainerFacts, 'visibility' | 'isListed'>,
  after: Pick<ContainerFacts, 'visibility' | 'isListed'>,
): boolean => reach(after) > reach(before);

/** A container lets more people in once in so many days. */
export const widenedDays = 30;
export const maxNewcomerPosts = 100;

/** Days during which a refused request may not be repeated. */
export const refusedDays = 7;
/** Days during which a removed member joins by approval only. */
export const removedDays = 30;
export const offerDays = 7;
