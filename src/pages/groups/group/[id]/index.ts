import type { APIRoute } from 'astro';
import { groupPath } from '#domains/groups/group-paths.ts';
import { readGroup } from '#domains/groups/one-group.server.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** The posts of a group have an address of their own, as the specification names it. */
export const GET: APIRoute = async ({ redirect, params, locals }) => {
  const { id } = await readGroup(locals.viewer, routeId(params.id));
  return redirect(groupPath(id, 'posts'), 302);
};
