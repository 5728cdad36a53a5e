import type { APIRoute } from 'astro';
import { readOrRemoved } from '#domains/containers/lifecycle/removed-containers.server.ts';
import { groupPath } from '#domains/groups/group-paths.ts';
import { groupRef, readGroup } from '#domains/groups/one-group.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** The posts of a group have an address of their own, as the specification names it. */
export const GET: APIRoute = async ({ redirect, params, locals: { viewer } }) => {
  const id = routeId(params.id);
  const reading = readGroup(viewer, id);
  // The owner of a removed group reads there why it was removed.
  if (isMember(viewer)) await readOrRemoved(viewer, groupRef(id), reading);
  else await reading;
  return redirect(groupPath(id, 'posts'), 302);
};
