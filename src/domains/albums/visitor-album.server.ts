import { commentNamed } from '#domains/comments/comment-address.ts';
import { readComments } from '#domains/comments/comment-list.server.ts';
import {
  toComment,
  toCommentPage,
  type CommentModel,
  type CommentPage,
} from '#domains/comments/comments.model.ts';
import { findOneComment } from '#domains/comments/one-comment.server.ts';
import {
  pageNamed,
  pageQuery,
  repliesForVisitors,
} from '#domains/comments/thread/visitor-pages.ts';
import type { SetOwner } from '#domains/lightbox/lightbox-sets.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { pageNumber } from '#lib/url-numbers.ts';
import { notFound } from '#server/errors.ts';
import { readAlbumScreen, type AlbumScreen } from './album-screen.server.ts';
import { albumPath } from './albums.rules.ts';

export interface VisitorAlbum {
  screen: AlbumScreen;
  /** Number of the page of photos. */
  page: number;
  path: string;
  thread: CommentPage;
  commentsPage: number;
  /** The comment that the address names. */
  one: CommentModel | null;
  /** The address names a comment that was deleted; the album was not. */
  isCommentMissing: boolean;
}

/**
 * An album with a page of its comments, for visitors, who page by links.
 * @param query the query of the screen's address
 */
export async function readVisitorAlbum(
  viewer: Viewer,
  owner: SetOwner,
  id: number,
  query: URLSearchParams,
): Promise<VisitorAlbum> {
  const subject = { type: 'album', id } as const;
  const page = pageNumber(query.get('page'));
  const commentsPage = pageNamed(query.get('comments'));
  const named = commentNamed(query);
  const [screen, list, one] = await Promise.all([
    readAlbumScreen(viewer, owner, id, page),
    readComments(viewer, subject, pageQuery(commentsPage)),
    named === null ? null : findOneComment(viewer, subject, named, repliesForVisitors),
  ]);
  const isCommentMissing = named !== null && !one;
  if (!isCommentMissing && commentsPage > 1 && !list.comments.length) throw notFound();
  const path = albumPath(owner.id, id, owner.type);
  return {
    screen,
    page,
    path,
    thread: toCommentPage(list),
    commentsPage,
    one: one && toComment(one),
    isCommentMissing,
  };
}
