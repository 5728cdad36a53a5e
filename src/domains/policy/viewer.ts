/**
 * A signed-in member: who acts. Built once per request from the credential, never from an id in the
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
  /** Whether videos of the feed play by themselves, without sound; absent: not. */
  autoplaysVideos?: boolean;
  /** Whether the header asks to invite people; absent: not. */
  showsInviteBanner?: boolean;
  /** Names the session for sign-out and limits; never sent to clients. */
  sessionId: number;
  preview?: Preview;
}

/**
 * Set on a viewer who is only imagined (preview.ts): by `member`, who looks at their own profile as
 * others see it.
 */
export interface Preview {
  /** What this member does not see is not shown either. */
  member: Member;
  /** Whether it is a friend of that member who is imagined. */
  isFriend: boolean;
}

export interface Visitor {
  kind: 'visitor';
  preview?: Preview;
}

/**
 * Who is asking. Pending, suspended and deleted accounts are nobody: their credentials fail before
 * this.
 */
export type Viewer = Member | Visitor;

export const visitor: Visitor = { kind: 'visitor' };

export const isMember = (viewer: Viewer): viewer is Member => viewer.kind === 'member';

/** The viewer's id for SQL comparisons; no row has id 0. */
export const viewerId = (viewer: Viewer): number => (viewer.kind === 'member' ? viewer.id : 0);

/** Who looks after the whole site: moderators, and those who run it. */
export const isModerator = ({ role }: Member): boolean => role !== 'member';
