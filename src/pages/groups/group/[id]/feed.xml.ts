import type { APIRoute } from 'astro';
import { groupFeedPath, groupPath } from '#domains/groups/group-paths.ts';
import { groupRef, readOpenGroup } from '#domains/groups/one-group.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { containerFeed } from '#domains/posts/containers/container-feed.server.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

export const GET: APIRoute = ({ request, params }) => {
  const id = routeId(params.id);
  const container = readOpenGroup(visitor, id);
  return containerFeed(request, {
    ...groupRef(id),
    container,
    path: groupPath(id, 'posts'),
    feedPath: groupFeedPath(id),
  });
};
