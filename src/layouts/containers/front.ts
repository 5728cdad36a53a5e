import type { APIRoute } from 'astro';
import { readOrRemoved } from '#domains/containers/lifecycle/removed-containers.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { routeId } from '#server/route-id.ts';
import { kindAt } from './kind-at.ts';

/** The address of a container whose posts have one of their own. */
export const GET: APIRoute = async (context) => {
  const { type, read, path } = kindAt(context);
  const { viewer } = context.locals;
  const id = routeId(context.params.id);
  const reading = read(viewer, id);
  // The owner of a removed one reads there why it was removed.
  if (isMember(viewer)) await readOrRemoved(viewer, { type, id }, reading);
  else await reading;
  return context.redirect(path(id, 'posts'), 302);
};
