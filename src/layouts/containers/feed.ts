import type { APIRoute } from 'astro';
import { visitor } from '#domains/policy/viewer.ts';
import { containerFeed } from '#domains/posts/containers/container-feed.server.ts';
import { routeId } from '#server/route-id.ts';
import { kindAt } from './kind-at.ts';

/** The newest posts of a container as Atom. */
export const GET: APIRoute = (context) => {
  const { type, path, feedPath, readOpen } = kindAt(context);
  const id = routeId(context.params.id);
  return containerFeed(context.request, {
    type,
    id,
    container: readOpen(visitor, id),
    path: path(id, 'posts'),
    feedPath: feedPath(id),
  });
};
