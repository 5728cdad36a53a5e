import type { APIRoute } from 'astro';
import { libraryAdView } from '#domains/ads/ads.views.server.ts';
import { listLibrary } from '#domains/ads/library/ad-library.server.ts';
import { env } from '#server/env.ts';

export const access = 'public';

const maxRows = 10_000;

/** The ad library for programs. */
export const GET: APIRoute = async ({ locals }) => {
  const { ads } = await listLibrary(locals.viewer, { page: 1, limit: maxRows });
  return Response.json(ads.map((ad) => libraryAdView(ad, env().PUBLIC_ORIGIN)));
};
