import type { APIRoute } from 'astro';
import { findBySlug } from '#domains/containers/slugs.server.ts';
import { pagePath } from '#domains/sitepages/page-paths.ts';
import { notFound } from '#server/errors.ts';

export const access = 'public';

/** The short address of a page, by its present name or an earlier one. */
export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const found = await findBySlug(locals.viewer!, 'page', params.slug ?? '');
  if (!found) throw notFound();
  // Not for good: names are kept, but who may know of the page changes.
  return redirect(pagePath(found.id), 302);
};
