import { statisticsChunks, type StatisticsChunk } from '#domains/sitepages/sitepages.rules.ts';

const day = (text: string | null): string | undefined =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Days and chunks in the address of a screen; what cannot be read is left out. */
export function statisticsQuery(query: URLSearchParams): {
  start?: string | undefined;
  end?: string | undefined;
  chunk: StatisticsChunk;
} {
  const start = day(query.get('start'));
  const end = day(query.get('end'));
  const isInOrder = !start || !end || start <= end;
  return {
    ...(isInOrder ? { start, end } : {}),
    chunk: statisticsChunks.find((chunk) => chunk === query.get('chunk')) ?? 'day',
  };
}
