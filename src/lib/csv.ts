const formulaStart = /^[=+\-@\t\r]/;
/** A formula to a spreadsheet that parts cells by semicolons, tabs or lines. */
const laterFormula = /([;\t\r\n][\s"']*)(?=[=+\-@])/g;

/** A cell: quoted, and a text that a spreadsheet would run as a formula made harmless. */
function cell(value: string | number): string {
  if (typeof value === 'number') return `"${value}"`;
  const text = value.replace(formulaStart, "'$&").replace(laterFormula, "$1'");
  return `"${text.replaceAll('"', '""')}"`;
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
