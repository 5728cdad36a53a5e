import type { Audience } from '#domains/policy/audience.rules.ts';
import { isModerator, type Viewer } from '#domains/policy/viewer.ts';
import type { WallType } from '#lib/container-types.ts';

export const postLength = 1000;

/** The screen with all actions on a post, for readers without script. */
export const announcePath = (postId: number): string => `/posts/${postId}/announce`;
export const postOptionsPath = (postId: number): string => `/posts/${postId}/options`;

/** The audience of a post in a container is decided by the container. */
export type PostAudience = Audience | 'container';

/** Kinds of authors. */
export type PostSubject = WallType;

/** The fields that rights on a visible post depend on. */
export interface PostFacts {
  authorId: number;
  /** In whose name: the author's, or that of the page where it stands. */
  subjectType: PostSubject;
  objectType: WallType;
  objectId: number;
  audience: string;
  /** Written by the site in a container, such as that its author joined. */
  isSystemPost: boolean;
  /** Switches of the author. */
  canComment: boolean;
  canShare: boolean;
  /** The staff of the container closed the comments. */
  isClosedByStaff: boolean;
  /** Whether everyone may see it. */
  isPublic: boolean;
  /** Whether the container lets the viewer comment and react. */
  isOpenForComments: boolean;
  /** The viewer owns the wall, or is staff of the container. */
  isModerated: boolean;
}

/** Error of a draft that cannot be posted, or null. */
export const postProblem = ({
  body,
  uri,
  mediaCount = 0,
}: {
  body: string;
  uri: string;
  mediaCount?: number;
}): string | null =>
  body === '' && uri === '' && mediaCount === 0 ? 'Post cannot be empty' : null;

/** Error of an audience for a post on the wall of somebody else or in a container, or null. */
export const otherWallProblem = (audience: Audience): string | null =>
  audience === 'onlyme' ? 'A post there cannot be visible only to you.' : null;

export const isAuthor = (viewer: Viewer, post: Pick<PostFacts, 'authorId'>): boolean =>
  viewer.kind === 'member' && viewer.id === post.authorId;

/** The facts that decide who deletes it. */
type DeletionFacts = Pick<PostFacts, 'authorId' | 'subjectType' | 'isModerated'>;

/** Posts in the name of a page belong to its staff, whoever wrote them. */
const isOwnPost = (viewer: Viewer, post: DeletionFacts): boolean =>
  post.subjectType === 'member' ? isAuthor(viewer, post) : post.isModerated;

/** A text in a system post would pass by the rules for posting there. */
export const mayEditPost = (viewer: Viewer, post: PostFacts): boolean =>
  isOwnPost(viewer, post) && !post.isSystemPost;

/** Open or close its comments: its author, and the staff of its container, whose decision stays. */
export const mayCloseComments = (viewer: Viewer, post: PostFacts): boolean =>
  (post.isModerated && post.objectType !== 'member') ||
  (mayEditPost(viewer, post) && !post.isClosedByStaff);

/** Its author, the owner of its wall or the staff of its container, and site moderators. */
export const mayDeletePost = (viewer: Viewer, post: DeletionFacts): boolean =>
  viewer.kind === 'member' && (isOwnPost(viewer, post) || post.isModerated || isModerator(viewer));

export const mayCommentOnPost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' && post.canComment && post.isOpenForComments;

/** Sharing shows it to everyone, so only what everyone may see can be shared. */
export const maySharePost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' && post.isPublic && post.canShare;

/** Pinned posts of one container. */
export const maxPinned = 3;

/** Staff pins posts of its container. */
export const mayPinPost = (post: PostFacts): boolean =>
  post.objectType !== 'member' && post.isModerated && !post.isSystemPost;

export const mayHidePost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' && !isOwnPost(viewer, post);
