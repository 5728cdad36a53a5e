import type { SQL } from 'drizzle-orm';
import { columnName } from './columns.ts';
import type { Tx } from './db.ts';
import { sql } from './sql.ts';

/** By our names; undefined ones stay as they are. */
type Values = Record<string, unknown>;
type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: a spread of the others would replace what stands there. */
export const definedFields = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;

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

/** The stored values of a row under those names. */
export async function readValues(tx: Tx, table: string, where: SQL, names: string[]) {
  if (!names.length) return {};
  const [row] = await tx.execute<Values>(sql`
    select ${list(names.map((name) => sql`${column(name)} as ${sql.identifier(name)}`))}
    from ${sql.identifier(table)}
    where ${where}`);
  return row ?? {};
}

export async function updateRow(tx: Tx, table: string, where: SQL, values: Values): Promise<void> {
  const changes = assignments(values);
  if (changes.length)
    await tx.execute(sql`update ${sql.identifier(table)} set ${list(changes)} where ${where}`);
}

/** Writes into the row with that key, which need not exist. */
export async function upsertRow(tx: Tx, table: string, key: Values, values: Values) {
  const changes = assignments(values);
  if (changes.length)
    await tx.execute(sql`
      ${insertInto(table, { ...key, ...values })}
      on conflict (${list(Object.keys(key).map(column))}) do update set ${list(changes)}`);
}
