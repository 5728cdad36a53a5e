import type { Viewer } from './viewer.ts';

export type Audience = 'everyone' | 'friends' | 'onlyme';
/** Texts for an audience, the same wherever one is chosen. */
export const audienceLabels: Record<Audience, string> = {
  everyone: 'Public',
  friends: 'Friends Only',
  onlyme: 'Only Me',
};
/** Texts for those of a post on the wall of somebody else, who sees it in any case. */
export const otherWallLabels = {
  everyone: 'Everyone here',
  friends: audienceLabels.friends,
};
/** Label of the icon on a post. */
export const audienceTips: Record<Audience, string> = {
  everyone: 'Public',
  friends: 'Friends',
  onlyme: 'Only me',
};
export type AccountStatus = 'pending' | 'active' | 'suspended' | 'deleted';

/**
 * Input of the decision about one piece of content. audience.server.ts repeats the rule in SQL; a
 * test proves that both agree.
 */
export interface Content {
  authorId: number;
  /** Whoever reads it beside the author whatever the audience: the owner of a wall. */
  wallOwnerId?: number;
  authorStatus: AccountStatus;
  audience: string;
  publishedAt: Date;
}

export interface Relation {
  /** Accepted friendship of viewer and author. */
  isFriend: boolean;
  /** A block between viewer and author, in either direction. */
  isBlocked: boolean;
}

export interface Site {
  /** PUBLIC_READING: whether visitors may read at all. */
  publicReading: boolean;
  now: Date;
}

/**
 * Whether anything by this author can reach this viewer at all: comments, reactions, tags, and the
 * rules below.
 */
export function isAuthorVisible(
  viewer: Viewer,
  authorStatus: AccountStatus,
  isBlocked: boolean,
): boolean {
  if (authorStatus !== 'active') return false;
  return viewer.kind === 'visitor' || !isBlocked;
}

/** security.md section 2: the first rule that matches decides. */
export function maySee(viewer: Viewer, content: Content, relation: Relation, site: Site): boolean {
  if (!isAuthorVisible(viewer, content.authorStatus, relation.isBlocked)) return false;
  if (viewer.kind === 'member' && [content.authorId, content.wallOwnerId].includes(viewer.id))
    return true;
  if (content.publishedAt > site.now) return false;
  if (content.audience === 'everyone') return viewer.kind === 'member' || site.publicReading;
  return content.audience === 'friends' && viewer.kind === 'member' && relation.isFriend;
}
