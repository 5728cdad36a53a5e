/**
 * A signed-in member who acts. Built once per request from the credential, never from an id in the
 * request.
 */
export interface Member {
  kind: 'member';
  id: number;
  displayname: string;
  username: string;
  /** File name under /media/public, null without a picture. */
  avatar: string | null;
  role: 'member' | 'moderator' | 'admin';
  timezone: string;
  /** Whether videos of the feed play automatically without sound; absent: no. */
  autoplaysVideos?: boolean;
  /** Whether the header shows the invitation banner; absent: no. */
  showsInviteBanner?: boolean;
  /** Whether the member belongs to or follows a page, group or event; absent: no. */
  hasContainers?: boolean;
  /** Id of the session, for sign-out and limits; never sent to clients. */
  sessionId: number;
  preview?: Preview;
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

export const visitor: Visitor = { kind: 'visitor' };

export const isMember = (viewer: Viewer): viewer is Member => viewer.kind === 'member';

/** The viewer's id for SQL comparisons; no row has id 0. */
export const viewerId = (viewer: Viewer): number => (viewer.kind === 'member' ? viewer.id : 0);

/** Staff of the whole site: moderators and admins. */
export const isModerator = ({ role }: Member): boolean => role !== 'member';
