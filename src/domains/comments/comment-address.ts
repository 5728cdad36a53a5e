import { parseId } from '#lib/url-numbers.ts';

/** The comment that an address names: `?comment=9`. Null where it names none. */
export const commentNamed = (query: URLSearchParams): number | null =>
  parseId(query.get('comment'));

/** The screen with all that can be done to a comment, without script too. */
export const commentOptionsPath = (commentId: number): string => `/comments/${commentId}/options`;

/**
 * Where that comment is shown, on whatever page of the thread it stands. @param path of the screen
 * without query
 */
export const commentAddress = (path: string, commentId: number): string =>
  `${path}?comment=${commentId}#comment-${commentId}`;

/** The element that holds the box for a new comment on the subject. */
export const newCommentId = (subject: string): string => `comment-${subject.replace(' ', '-')}`;
