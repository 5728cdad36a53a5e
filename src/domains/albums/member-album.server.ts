import { readComments } from '#domains/comments/comment-list.server.ts';
import { commentPageSize } from '#domains/comments/comments.schema.ts';
import { withNamedComment } from '#domains/comments/one-comment.server.ts';
import type { SetOwner } from '#domains/lightbox/lightbox-sets.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageNumber } from '#lib/url-numbers.ts';
import { readAlbumScreen } from './album-screen.server.ts';

export type MemberAlbum = Awaited<ReturnType<typeof readMemberAlbum>>;

/**
 * An album with its newest comments, for members.
 * @param query the query of the screen's address
 */
export async function readMemberAlbum(
  viewer: Member,
  owner: SetOwner,
  id: number,
  query: URLSearchParams,
) {
  const subject = { type: 'album', id } as const;
  const page = pageNumber(query.get('page'));
  const comments = readComments(viewer, subject, { page: 1, firstPage: 1, limit: commentPageSize });
  const [screen, thread] = await Promise.all([
    readAlbumScreen(viewer, owner, id, page),
    withNamedComment(viewer, subject, comments, query),
  ]);
  return { screen, page, comments: thread };
}
