import type { CommentQuery } from '#domains/comments/comment-list.server.ts';

const first = 5;
const further = 20;
/** Without script no more can be loaded, so all replies come at once, up to a limit. */
export const repliesForVisitors = 200;

/** In the query of a visitor's page: a page of comments after the first, or one comment. */
export const visitorCommentsQuery =
  /(?:^|&)(comments=(?:[2-9]|[1-9]\d{1,3})|comment=[1-9]\d{0,15})(?:&|$)/;

/** The page of comments in the query (`?comments=2` and on); anything else is the first. */
export const pageNamed = (named: string | null): number =>
  /^[1-9]\d{0,3}$/.test(named ?? '') ? Number(named) : 1;

/**
 * Query of a visitor's page: the first as short as a member's, later ones longer, since each is a
 * full page load.
 */
export const pageQuery = (page: number): CommentQuery =>
  page === 1
    ? { page: 0, firstPage: 0, limit: first }
    : { page: page - 2, firstPage: 0, limit: further, skip: first };

/** @param path of the page without query */
export const pageAddress = (path: string, page: number): string =>
  `${page === 1 ? path : `${path}?comments=${page}`}#comments`;
