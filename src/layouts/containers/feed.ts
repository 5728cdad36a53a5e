import type { APIRoute } from 'astro';
import { visitor } from '#domains/policy/viewer.ts';
import { containerFeed } from '#domains/posts/containers/container-feed.server.ts';
import { itemAt, kindAt } from './kind-at.ts';

/** The newest posts of a container as Atom. */
export const GET: APIRoute = async (context) => {
  const { type, path, feedPath, readOpen } = kindAt(context);
  const item = itemAt(context);
  const row = await readOpen(visitor, item);
  return containerFeed(context.request, {
    type,
    id: row.id,
    container: Promise.resolve(row),
    path: path(row, 'posts'),
    feedPath: feedPath(row),
  });
};
