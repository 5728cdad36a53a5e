import type { SQL } from 'drizzle-orm';
import { definedFields } from '#lib/defined-fields.ts';
import type { FieldList } from '#lib/field-list.ts';
import { columnName } from './columns.ts';
import type { Tx } from './db.ts';
import { sql } from './sql.ts';

const column = (name: string): SQL => sql.identifier(columnName(name));

/** Inserts a row of the values that are given, by our names; the others have their defaults. */
export async function insertRow(
  tx: Tx,
  table: string,
  values: Record<string, unknown>,
): Promise<{ id: number }> {
  const entries = Object.entries(definedFields(values));
  const [row] = await tx.execute<{ id: number }>(sql`
    insert into ${sql.identifier(table)} (${sql.join(
      entries.map(([name]) => column(name)),
      sql`, `,
    )})
    values (${sql.join(
      entries.map(([, value]) => sql`${value}`),
      sql`, `,
    )})
    returning id`);
  return { id: Number(row!.id) };
}

/** Writes the values that are given, by our names, into the row where `condition` holds. */
export async function updateRow(
  tx: Tx,
  table: string,
  condition: SQL,
  values: Record<string, unknown>,
): Promise<void> {
  const assignments = Object.entries(definedFields(values)).map(
    ([name, value]) => sql`${column(name)} = ${value}`,
  );
  if (assignments.length)
    await tx.execute(sql`
      update ${sql.identifier(table)}
      set ${sql.join(assignments, sql`, `)}
      where ${condition}`);
}

type Stored<List extends FieldList, Values, IsOfContainer> = {
  [
    Name in keyof Values & keyof List as List[Name] extends { isOfContainer: true }
      ? IsOfContainer extends true
        ? Name
        : never
      : IsOfContainer extends true
        ? never
        : Name
  ]: Values[Name];
};

/** The values of a list that the row of the container has, and those in the table of its kind. */
export function splitFields<List extends FieldList, Values extends object>(
  list: List,
  values: Values,
): { container: Stored<List, Values, true>; details: Stored<List, Values, false> } {
  const container: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const entry = list[name];
    if (entry) (entry.isOfContainer ? container : details)[name] = value;
  }
  return { container: container as never, details: details as never };
}

/** Selects the fields of a list in the table of their kind, under our names. */
export const selectDetails = (list: FieldList, table: SQL): SQL =>
  sql.join(
    Object.entries(list)
      .filter(([, { isOfContainer }]) => !isOfContainer)
      .map(([name]) => sql`${table}.${column(name)} as ${sql.identifier(name)}`),
    sql`, `,
  );
