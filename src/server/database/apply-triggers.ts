import type { Sql, TransactionSql } from 'postgres';
import type { SourceObject } from './trigger-source.ts';

const keyOf = ({ kind, signature }: SourceObject) => `${kind} ${signature}`;

/** `drop function` takes parameter names but no result type. */
const toDropStatement = (key: string) =>
  key.startsWith('trigger ')
    ? `drop trigger if exists ${key.slice('trigger '.length)}`
    : `drop function if exists ${key.slice('function '.length).replace(/\).*$/, ')')}`;

/**
 * Syncs functions and triggers with `source`: creates or replaces new and changed ones, drops the
 * others. A single read if nothing changed. Locks only tables whose triggers change.
 */
export async function applyTriggers(client: Sql, source: SourceObject[]): Promise<void> {
  const rows = await client<{ signature: string; hash: string }[]>`
    select signature, hash from applied_triggers`;
  const applied = new Map(rows.map(({ signature, hash }) => [signature, hash]));
  const wanted = new Set(source.map(keyOf));
  const dropped = [...applied.keys()].filter((key) => !wanted.has(key));
  const changed = source.filter((one) => applied.get(keyOf(one)) !== one.hash);
  if (dropped.length + changed.length === 0) return;
  await client.begin(async (tx: TransactionSql) => {
    // Triggers before the functions that they call, also those that get another function.
    const recreated = dropped.some((key) => key.startsWith('function '))
      ? changed.filter(({ kind }) => kind === 'trigger').map(keyOf)
      : [];
    for (const key of [...recreated, ...dropped].toSorted().toReversed())
      await tx.unsafe(toDropStatement(key));
    await tx`delete from applied_triggers where signature = any (${dropped}::text[])`;
    for (const one of changed) {
      await tx.unsafe(one.statement);
      await tx`
        insert into applied_triggers (signature, hash)
        values (${keyOf(one)}, ${one.hash})
        on conflict (signature) do update set hash = excluded.hash`;
    }
  });
}
