import { isModerator, type Viewer } from '#domains/policy/viewer.ts';

export const postLength = 1000;

/** The screen with all that can be done to a post, without script too. */
export const postOptionsPath = (postId: number): string => `/posts/${postId}/options`;

/** In whose name a post speaks. */
export type PostSubject = 'member' | 'page';
/** Whose wall it stands on. */
export type WallType = 'member' | 'page' | 'group' | 'event';

/** What decides about actions on a post that the viewer may see. */
export interface PostFacts {
  authorId: number;
  objectType: WallType;
  objectId: number;
  audience: string;
  canComment: boolean;
  canShare: boolean;
}

/** Why a draft cannot be posted, or null. */
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

export const isAuthor = (viewer: Viewer, post: Pick<PostFacts, 'authorId'>): boolean =>
  viewer.kind === 'member' && viewer.id === post.authorId;

export const mayEditPost = isAuthor;

/** Its author, whoever owns the wall it stands on, and site moderators. */
export const mayDeletePost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' &&
  (isAuthor(viewer, post) ||
    (post.objectType === 'member' && post.objectId === viewer.id) ||
    isModerator(viewer));

export const mayCommentOnPost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' && post.canComment;

/** Sharing shows it to everyone, so only what everyone may see can be shared. */
export const maySharePost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' && post.audience === 'everyone' && post.canShare;

export const mayHidePost = (viewer: Viewer, post: PostFacts): boolean =>
  viewer.kind === 'member' && !isAuthor(viewer, post);
