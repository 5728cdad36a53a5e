import type { SQL } from 'drizzle-orm';
import { itemTypes, toWireType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';

/** Rows of one file of a member's archive: selects `key` (unique, the reading order) and `item`. */
export type ExportRows = (memberId: number) => SQL;

/** Choices of a member in a table of settings, one row of the archive for each of its rows. */
export interface ExportedSettings {
  /** Makes the key unique within the table; an expression over the row `t`. */
  key: string;
  /** Columns in the archive; a test compares them with those of the table. */
  columns: readonly string[];
}

/** The id as a text that sorts like the number. */
export const exportKey = (id: string): SQL => sql.raw(`lpad((${id})::text, 20, '0')`);

/** Names of item types in the archive are those of the REST interface. */
export const wireTypeSql = (column: string): SQL =>
  sql.raw(
    `case ${column}::text ${itemTypes.map((type) => `when '${type}' then '${toWireType(type)}'`).join(' ')} else ${column}::text end`,
  );
