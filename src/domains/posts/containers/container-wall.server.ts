import type { Viewer } from '#domains/policy/viewer.ts';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { firstPageSize, type FeedPages } from '#domains/posts/feed/feed.rules.ts';
import { readPinned, readWall } from '#domains/posts/feed/feed.server.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { parseId } from '#lib/url-numbers.ts';

interface Container {
  type: ContainerType;
  id: number;
}

/** Posts of a container: the pinned ones, and a page of the others. */
export interface ContainerWall {
  posts: FeedPages;
  pinned: PostModel[];
}

async function readPart(
  viewer: Viewer,
  { type, id }: Container,
  page: { maxid?: number; limit: number },
  withPinned: boolean,
): Promise<ContainerWall> {
  const [posts, pinned] = await Promise.all([
    readWall(viewer, id, { ...page, pinned: 0, joinsApart: true }, type),
    withPinned ? readPinned(viewer, { type, id }) : undefined,
  ]);
  return {
    posts: toFeedPages(posts, page.limit),
    pinned: pinned ? toFeedPages(pinned).items : [],
  };
}

/** The first page of the wall, from which members scroll on. */
export const readContainerWall = (viewer: Viewer, container: Container) =>
  readPart(viewer, container, { limit: firstPageSize }, true);

export const visitorPageSize = 10;

/**
 * A page of the wall for visitors, who page by links.
 * @param query the query of the screen's address
 */
export function readVisitorWall(
  viewer: Viewer,
  container: Container,
  query: URLSearchParams,
): Promise<ContainerWall> {
  const maxid = parseId(query.get('before')) ?? 0;
  return readPart(viewer, container, { maxid, limit: visitorPageSize }, maxid === 0);
}
