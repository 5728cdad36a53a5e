import type { TransactionSql } from 'postgres';

type Transaction = TransactionSql<{ bigint: number }>;

interface Named {
  relation: string;
  name: string;
  definition: string;
}

/**
 * Drops what slows loading (foreign keys, indexes, triggers), and returns a function that restores
 * it as it was: read from the catalogue, so that later migrations need no change here.
 */
export async function stripTables(tx: Transaction, tables: string[]): Promise<() => Promise<void>> {
  const constraints = await tx<Array<Named & { type: string }>>`
    select c.conrelid::regclass::text as relation, quote_ident(c.conname) as name,
      pg_get_constraintdef(c.oid) as definition, c.contype::text as type
    from pg_constraint c
    where (c.conrelid = any(${tables}::text[]::regclass[]) and c.contype in ('p', 'u', 'f'))
      or (c.confrelid = any(${tables}::text[]::regclass[]) and c.contype = 'f')`;
  const indexes = await tx<Named[]>`
    select i.indrelid::regclass::text as relation, i.indexrelid::regclass::text as name,
      pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any(${tables}::text[]::regclass[])
      and not exists (
        select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
      )`;
  const keys = constraints.filter(({ type }) => type !== 'f');
  const references = constraints.filter(({ type }) => type === 'f');
  for (const { relation, name } of [...references, ...keys])
    await tx.unsafe(`alter table ${relation} drop constraint ${name}`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  for (const table of tables) await tx.unsafe(`alter table ${table} disable trigger user`);
  // COPY FREEZE wants tables made or emptied in this very transaction.
  await tx.unsafe(`truncate ${tables.join(', ')}`);
  return async () => {
    for (const { relation, name, definition } of keys)
      await tx.unsafe(`alter table ${relation} add constraint ${name} ${definition}`);
    for (const { definition } of indexes) await tx.unsafe(definition);
    for (const { relation, name, definition } of references)
      await tx.unsafe(`alter table ${relation} add constraint ${name} ${definition}`);
    for (const table of tables) await tx.unsafe(`alter table ${table} enable trigger user`);
  };
}

/** New rows go on counting where the loaded ones end. */
export async function setSequences(tx: Transaction, tables: string[]): Promise<void> {
  for (const table of tables)
    await tx`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${tx(table)}))
      where exists (select from ${tx(table)})`;
}
