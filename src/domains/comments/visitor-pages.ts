import type { CommentQuery } from './comment-list.server.ts';

const first = 5;
const further = 20;
/** Without script nothing brings more of them, so that they come all at once, within reason. */
export const repliesForVisitors = 200;

/**
 * The page of comments that the address names: `?comments=2` and on; anything else is the first.
 */
export const pageNamed = (named: string | null): number =>
  /^[1-9]\d{0,3}$/.test(named ?? '') ? Number(named) : 1;

/**
 * What to read for a visitor's page: the same few as members get first, and more at a time behind
 * them, since each is a page to load.
 */
export const pageQuery = (page: number): CommentQuery =>
  page === 1
    ? { page: 0, firstPage: 0, limit: first }
    : { page: page - 2, firstPage: 0, limit: further, skip: first };

/** @param path of the page without query */
export const pageAddress = (path: string, page: number): string =>
  `${page === 1 ? path : `${path}?comments=${page}`}#comments`;
