import type { APIRoute } from 'astro';
import { groupPath } from '#domains/groups/group-paths.ts';
import { readOpenGroup } from '#domains/groups/one-group.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { atomFeed } from '#domains/posts/atom.ts';
import { readWall } from '#domains/posts/feed.server.ts';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** Atom 1.0 of the newest posts of an open group. */
export const GET: APIRoute = async ({ request, params }) => {
  const id = routeId(params.id);
  // The feed is the same for everybody, so that it can be cached.
  const [group, wall] = await Promise.all([
    readOpenGroup(visitor, id),
    readWall(visitor, id, { limit: 20 }, 'group'),
  ]);
  const { PUBLIC_ORIGIN: origin } = env();
  return xmlAnswer(
    request,
    atomFeed(toFeedPages(wall).items, { origin, name: group.title, path: groupPath(id, 'posts') }),
    {
      seconds: 0,
      type: 'application/atom+xml',
    },
  );
};
