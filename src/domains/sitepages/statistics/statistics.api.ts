import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { handle, type Handler } from '#server/handle.ts';
import { readPageStatistics } from './page-statistics.server.ts';
import * as statisticsShapes from './statistics.schema.ts';
import { statisticsView } from './statistics.views.server.ts';

export const statisticsHandlers: Handler[] = [
  handle(
    calls.readStatistics,
    statisticsShapes.statisticsInput,
    statisticsShapes.statisticsAnswer,
    async (member, { page_id, type, ...query }) => {
      const statistics = statisticsView(await readPageStatistics(member, page_id, query));
      return type === 'reports' ? { ...statistics, rows: statistics.series } : statistics;
    },
    { summary: 'Numbers of your own page by day, week or month' },
  ),
];
