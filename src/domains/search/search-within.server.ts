import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import { findPosts } from './post-search.server.ts';
import { toFoundPage, type FoundPage } from './search.model.ts';
import { postsView } from './search.views.server.ts';

/**
 * Posts of a container with all of the words, newest first. The caller has checked that the viewer
 * may read it.
 * @param page from 1
 */
export async function searchPostsWithin(
  viewer: Viewer,
  container: ContainerRef,
  { query, page, limit }: { query: string; page: number; limit: number },
): Promise<FoundPage> {
  const words = searchWords(query);
  const range = { offset: (page - 1) * limit, limit };
  const found = words.length
    ? await findPosts(viewer, prefixQuery(words), range, container)
    : { total: 0, rows: [] };
  return toFoundPage(postsView(found, words, { page, origin: '' }));
}
