/** A cell: quoted, and a text that a spreadsheet would run as a formula made harmless. */
function cell(value: string | number): string {
  const text = String(value);
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export type CsvRow = ReadonlyArray<string | number>;

/** Lines of CSV. */
export const csvLines = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly CsvRow[]): string => `\ufeff${csvLines(rows)}`;

/** Sends CSV as a file for one reader. */
export const csvAnswer = (body: string | ReadableStream, filename: string): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
    },
  });
