import type { APIRoute } from 'astro';
import { exportMembers } from '#domains/containers/audit-log/csv-exports.server.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { containerFeed } from '#domains/posts/containers/container-feed.server.ts';
import { csvAnswer } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';

/** The newest posts of a container as Atom. */
export const feedRoute =
  ({ type, path, feedPath, readOpen }: ContainerScreens): APIRoute =>
  ({ request, params }) => {
    const id = routeId(params.id);
    return containerFeed(request, {
      type,
      id,
      container: readOpen(visitor, id),
      path: path(id, 'posts'),
      feedPath: feedPath(id),
    });
  };

/** The members of a container for a spreadsheet, for its staff. By POST, because its log names it. */
export const memberFileRoute =
  ({ type, members }: ContainerScreens): APIRoute =>
  async ({ locals, params }) => {
    const viewer = requireMember(locals.viewer);
    const id = routeId(params.id);
    const file = await exportMembers(viewer, { type, id }, members.roleLabels);
    return csvAnswer(file, `${type}-${id}-members.csv`);
  };
