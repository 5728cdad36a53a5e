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

/** A cell: quoted, and a text that a spreadsheet would run as a formula made harmless. */
function cell(value: string | number): string {
  const text = String(value);
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toCsv = (rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
