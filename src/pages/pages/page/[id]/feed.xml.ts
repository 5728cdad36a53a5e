import type { APIRoute } from 'astro';
import { visitor } from '#domains/policy/viewer.ts';
import { atomFeed } from '#domains/posts/atom.ts';
import { readWall } from '#domains/posts/feed.server.ts';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { pagePath } from '#domains/sitepages/page-paths.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** Atom 1.0 of the newest posts of a public page. */
export const GET: APIRoute = async ({ request, params }) => {
  const id = routeId(params.id);
  // The feed is the same for everybody, so that it can be cached.
  const [page, wall] = await Promise.all([
    readOpenPage(visitor, id),
    readWall(visitor, id, { limit: 20 }, 'page'),
  ]);
  const { PUBLIC_ORIGIN: origin } = env();
  return xmlAnswer(
    request,
    atomFeed(toFeedPages(wall).items, { origin, name: page.title, path: pagePath(id) }),
    {
      seconds: 0,
      type: 'application/atom+xml',
    },
  );
};
