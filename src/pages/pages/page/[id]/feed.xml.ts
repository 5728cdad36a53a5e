import type { APIRoute } from 'astro';
import { visitor } from '#domains/policy/viewer.ts';
import { containerFeed } from '#domains/posts/containers/container-feed.server.ts';
import { pageRef, readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { pagePath } from '#domains/sitepages/page-paths.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

export const GET: APIRoute = ({ request, params }) => {
  const id = routeId(params.id);
  const container = readOpenPage(visitor, id);
  return containerFeed(request, { ...pageRef(id), container, path: pagePath(id) });
};
