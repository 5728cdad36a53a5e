import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  integer,
  text,
  time,
  timestamp,
  type PgColumnBuilderBase,
} from 'drizzle-orm/pg-core';
import { defaultOf, type DetailRow, type FieldEntry, type FieldList } from '#lib/field-list.ts';

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The column with that name of ours. */
export const columnName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Those in the table of their kind. */
export const detailFields = (list: FieldList) =>
  Object.entries(list).filter(([, { isOfContainer }]) => !isOfContainer);

function toColumn(column: string, entry: FieldEntry): PgColumnBuilderBase {
  if (entry.type === 'time') return time(column);
  if (entry.type === 'timestamp') return timestamptz(column);
  const value = defaultOf(entry);
  if (typeof value === 'boolean') return boolean(column).notNull().default(value);
  if (typeof value === 'number') return integer(column).notNull().default(value);
  return text(column).notNull().default(String(value));
}

/** The columns that a list has in the table of its kind. */
export const fieldColumns = <List extends FieldList>(list: List) =>
  Object.fromEntries(
    detailFields(list).map(([name, entry]) => [name, toColumn(columnName(name), entry)]),
  ) as Record<keyof DetailRow<List>, PgColumnBuilderBase>;

/** The checks of its choices. */
export const fieldChecks = (table: string, list: FieldList) =>
  detailFields(list).flatMap(([name, entry]) => {
    if (entry.type !== 'choice') return [];
    const { options, aliases = {} } = entry;
    const offered = Object.values(options).map(([value]) => value);
    const values = [...new Set([...offered, ...Object.values(aliases)])];
    const quoted = values.map((value) => `'${String(value)}'`).join(', ');
    const column = columnName(name);
    return [check(`${table}_${column}`, sql.raw(`"${table}"."${column}" in (${quoted})`))];
  });
