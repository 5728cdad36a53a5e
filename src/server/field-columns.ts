import type { SQL } from 'drizzle-orm';
import { boolean, check, integer, text, time, type PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import { defaultOf, type DetailRow, type FieldEntry, type FieldList } from '#lib/field-list.ts';
import { columnName, timestamptz } from './columns.ts';
import { sql } from './sql.ts';

/** Those in the table of their kind. */
const detailFields = (list: FieldList) =>
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

/** The values of a list that the row of the container has, and those in the table of its kind. */
export function splitFields<List extends FieldList, Given extends object>(
  list: List,
  given: Given,
) {
  const pick = (isOfContainer: boolean) =>
    Object.fromEntries(
      Object.entries(given).filter(
        ([name]) => list[name] && Boolean(list[name].isOfContainer) === isOfContainer,
      ),
    );
  return {
    container: pick(true) as Omit<Pick<Given, keyof Given & keyof List>, keyof DetailRow<List>>,
    details: pick(false),
  };
}

/** Selects the fields of a list in the table of their kind, under our names. */
export const selectDetails = (list: FieldList, table: SQL): SQL =>
  sql.join(
    detailFields(list).map(
      ([name]) => sql`${table}.${sql.identifier(columnName(name))} as ${sql.identifier(name)}`,
    ),
    sql`, `,
  );
