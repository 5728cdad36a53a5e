import type { APIRoute } from 'astro';
import { libraryAdView } from '#domains/ads/ads.views.server.ts';
import { listLibrary } from '#domains/ads/library/ad-library.server.ts';
import { csvAnswer, toCsv } from '#lib/csv.ts';
import { env } from '#server/env.ts';

export const access = 'public';

const maxRows = 10_000;

/** The ad library as a file. */
export const GET: APIRoute = async ({ locals }) => {
  const { ads } = await listLibrary(locals.viewer, { page: 1, limit: maxRows });
  const rows = ads.map((ad) => libraryAdView(ad, env().PUBLIC_ORIGIN));
  const names = [
    'ad_id',
    'cads_title',
    'cads_body',
    'link',
    'sponsored_by',
    'audience',
    'first_day',
    'last_day',
    'count_view',
    'count_click',
  ] as const;
  return csvAnswer(
    toCsv([names, ...rows.map((row) => names.map((name) => row[name]))]),
    'ad-library.csv',
  );
};
