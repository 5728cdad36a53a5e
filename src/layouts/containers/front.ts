import type { APIRoute } from 'astro';
import { readOrRemoved } from '#domains/containers/lifecycle/removed-containers.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { itemAt, kindAt } from './kind-at.ts';

/** The address of a container whose posts have one of their own. */
export const GET: APIRoute = async (context) => {
  const { type, read, path } = kindAt(context);
  const { viewer } = context.locals;
  const item = itemAt(context);
  const reading = read(viewer, item);
  // The owner of a removed one reads there why it was removed.
  const row = isMember(viewer)
    ? (await readOrRemoved(viewer, { type, ...item }, reading)).row
    : await reading;
  return context.redirect(path(row ?? item, 'posts'), 302);
};
