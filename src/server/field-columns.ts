import type { SQL } from 'drizzle-orm';
import { definedFields } from '#lib/defined-fields.ts';
import type { DetailRow, FieldList } from '#lib/field-list.ts';
import { columnName, detailFields } from './columns.ts';
import type { Tx } from './db.ts';
import { sql } from './sql.ts';

/** By our names; undefined ones are left out. */
type Values = Record<string, unknown>;

const column = (name: string): SQL => sql.identifier(columnName(name));
const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

const assignments = (values: Values): SQL[] =>
  Object.entries(definedFields(values)).map(([name, value]) => sql`${column(name)} = ${value}`);

function insertInto(table: string, values: Values): SQL {
  const given = Object.entries(definedFields(values));
  return sql`
    insert into ${sql.identifier(table)} (${list(given.map(([name]) => column(name)))})
    values (${list(given.map(([, value]) => sql`${value}`))})`;
}

export async function insertRow(tx: Tx, table: string, values: Values): Promise<{ id: number }> {
  const [row] = await tx.execute<{ id: number }>(sql`${insertInto(table, values)} returning id`);
  return { id: Number(row!.id) };
}

export async function updateRow(tx: Tx, table: string, where: SQL, values: Values): Promise<void> {
  const changes = assignments(values);
  if (changes.length)
    await tx.execute(sql`update ${sql.identifier(table)} set ${list(changes)} where ${where}`);
}

/** Writes into the member's row, which need not exist. */
export async function saveMemberRow(tx: Tx, table: string, memberId: number, values: Values) {
  const changes = assignments(values);
  if (changes.length)
    await tx.execute(sql`
      ${insertInto(table, { memberId, ...values })}
      on conflict (member_id) do update set ${list(changes)}`);
}

/** The values of a list that the row of the container has, and those in the table of its kind. */
export function splitFields<List extends FieldList, Given extends object>(
  fields: List,
  values: Given,
): {
  container: Omit<Pick<Given, keyof Given & keyof List>, keyof DetailRow<List>>;
  details: Values;
} {
  const given = Object.entries(values).filter(([name]) => fields[name]);
  const [container = [], details = []] = [true, undefined].map((isOfContainer) =>
    given.filter(([name]) => fields[name]!.isOfContainer === isOfContainer),
  );
  return {
    container: Object.fromEntries(container) as never,
    details: Object.fromEntries(details),
  };
}

/** Selects the fields of a list in the table of their kind, under our names. */
export const selectDetails = (fields: FieldList, table: SQL): SQL =>
  list(
    detailFields(fields).map(([name]) => sql`${table}.${column(name)} as ${sql.identifier(name)}`),
  );
