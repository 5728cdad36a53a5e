import type { APIRoute } from 'astro';
import { chosenStatistics } from '#domains/ads/statistics/chosen-statistics.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { csvAnswer, toCsv } from '#lib/csv.ts';

/** Statistics of own ads as a file. */
export const GET: APIRoute = async ({ locals, url }) => {
  const viewer = requireMember(locals.viewer);
  const { statistics } = await chosenStatistics(viewer, url.searchParams);
  const rows = statistics.series.flatMap(({ id, title, data }) =>
    data.map((row) => [id, title, row.date, row.served, row.views, row.clicks, row.ignored]),
  );
  const head = ['id', 'title', 'date', 'served', 'views', 'clicks', 'not counted'];
  return csvAnswer(toCsv([head, ...rows]), 'ads.csv');
};
