import { parseId } from '#lib/url-numbers.ts';

/** The comment id in the query (`?comment=9`), or null. */
export const commentNamed = (query: URLSearchParams): number | null =>
  parseId(query.get('comment'));

/** The screen with all actions on a comment, which also works without script. */
export const commentOptionsPath = (commentId: number): string => `/comments/${commentId}/options`;

/**
 * URL that shows the comment on whichever page of the thread it is.
 * @param path of the screen without query
 */
export const commentAddress = (path: string, commentId: number): string =>
  `${path}?comment=${commentId}#comment-${commentId}`;

/** Element id of the box for a new comment on the subject. */
export const newCommentId = (subject: string): string => `comment-${subject.replace(' ', '-')}`;
