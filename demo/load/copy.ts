import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { TransactionSql } from 'postgres';

export type Cell = string | number | boolean | null | Date;

const special = /[\\\n\r\t]/;

/** A row in COPY format. Timestamps are Dates; arrays and JSON are text. */
export function toRow(cells: Cell[]): string {
  let line = '';
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]!;
    if (index) line += '\t';
    if (cell === null) line += '\\N';
    else if (typeof cell === 'string') line += special.test(cell) ? escaped(cell) : cell;
    else if (typeof cell === 'boolean') line += cell ? 't' : 'f';
    else line += cell instanceof Date ? cell.toISOString() : cell;
  }
  return `${line}\n`;
}

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');

const pieceLength = 200_000;

/**
 * Sends rows to a table that was emptied in this transaction; FREEZE saves PostgreSQL from touching
 * them again.
 */
export async function copyRows(
  tx: TransactionSql<{ bigint: number }>,
  table: string,
  columns: string,
  rows: string[],
): Promise<void> {
  if (!rows.length) return;
  const stream = await tx.unsafe(`copy ${table} (${columns}) from stdin with (freeze)`).writable();
  const done = finished(stream);
  // A failed COPY shows in `done`, also while this waits for room.
  let failed: unknown;
  done.catch((error: unknown) => (failed = error));
  let piece = '';
  const send = async () => {
    if (failed) throw failed;
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
    piece = '';
  };
  for (const row of rows) {
    piece += row;
    if (piece.length > pieceLength) await send();
  }
  if (piece) await send();
  stream.end();
  await done;
}
