import type { SQL } from 'drizzle-orm';
import type { SessionMember } from '#domains/auth/sessions.server.ts';

/**
 * A signed-in member who acts. Built once per request from the credential, never from an id in the
 * request.
 */
export interface Member extends SessionMember {
  preview?: Preview;
  // On reads alone: a write asks the database once more.
  blocks?: ReadBlocks;
  /** Whether the member has hidden no post and no author; absent: perhaps some. */
  hidesNothing?: boolean;
}

/** The members with a block between them and the viewer, in either direction. */
interface ReadBlocks {
  ids: number[];
  /** By `performance.now()`. */
  readAt: number;
}

/**
 * Marks an impersonated viewer (preview.ts): `member` looks at their own profile as others see it.
 */
export interface Preview {
  /** The member who previews; content hidden from them stays hidden. */
  member: Member;
  /** Whether the impersonated viewer is a friend of that member. */
  isFriend: boolean;
}

export interface Visitor {
  kind: 'visitor';
  preview?: Preview;
}

/**
 * The person asking. Pending, suspended and deleted accounts never get here: their credentials fail
 * before.
 */
export type Viewer = Member | Visitor;

/**
 * A member whose rights a statement checks: the one who acts, or the one whose id stands in each
 * row (`viewerFromColumn`).
 */
export interface SqlMember {
  kind: 'member';
  id: number | SQL;
  role: Member['role'];
  preview?: Preview;
  blocks?: ReadBlocks;
  /** `blockedWith` in a statement that is composed once. */
  blocked?: SQL | 'nobody';
  /** For a statement that has asked once about the container that it selects (`inRowOf`). */
  facts?: { mayHaveParent: boolean; isOfOwner: boolean } | undefined;
}

/** For the conditions of the policy; every `Viewer` is one. */
export type SqlViewer = SqlMember | Visitor;

export const visitor: Visitor = { kind: 'visitor' };

export const isMember = <Asking extends SqlViewer>(
  viewer: Asking,
): viewer is Extract<Asking, { kind: 'member' }> => viewer.kind === 'member';

/** Staff of the whole site: moderators and admins. */
export const isModerator = ({ role }: Pick<Member, 'role'>): boolean => role !== 'member';
