import type { APIRoute } from 'astro';
import { recordDownload } from '#domains/containers/audit-log/csv-exports.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { statisticsColumns } from '#domains/sitepages/sitepages.rules.ts';
import { readChosenStatistics } from '#domains/sitepages/statistics/page-statistics.server.ts';
import { csvAnswer, toCsv } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';

/** The numbers of a page for a spreadsheet. By POST, because its log names it. */
export const POST: APIRoute = async ({ locals, params, url }) => {
  const viewer = requireMember(locals.viewer);
  const id = routeId(params.id);
  const { chunk, series } = await readChosenStatistics(viewer, id, url.searchParams);
  await recordDownload(viewer, pageRef(id), 'export_numbers');
  const columns = statisticsColumns(chunk);
  const rows = series.map((row) => [row.day, ...columns.map((one) => one.valueOf(row))]);
  return csvAnswer(
    toCsv([['From', ...columns.map(({ label }) => label)], ...rows]),
    `page-${id}.csv`,
  );
};
