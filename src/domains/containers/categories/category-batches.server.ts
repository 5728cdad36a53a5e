import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueue, enqueueAll } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';

// A category may have many containers. They follow its changes in batches: the first in the
// transaction of the change, the others in jobs.

export const categoryWordsQueue = 'container-category-words';
export const categoryMovesQueue = 'container-category-moves';

export interface CategoryRef {
  type: string;
  id: number;
}
export interface WordsRenewal extends CategoryRef {
  /** Containers up to this id have been renewed. */
  after: number;
}
export interface CategoryMove extends CategoryRef {
  targetId: number;
}

const maxBatch = 200;
/** Batches of one job; the next job goes on. */
const batchesAtOnce = 100;

const tablesOf = (type: string) => findContainerKind(type)?.categories;

/**
 * Writes the search words of some containers in the category and below it again, by the triggers of
 * their details. Returns the id to go on after, or undefined when there are no more.
 */
export async function renewBatch(
  tx: Tx,
  { type, id, after }: WordsRenewal,
  size = maxBatch,
): Promise<number | undefined> {
  const { table, details, levels } = tablesOf(type)!;
  const categories =
    levels > 1
      ? sql`
          select below.id
          from ${sql.identifier(table)} category
          join ${sql.identifier(table)} below on below.path like category.path || '%'
          where category.id = ${id}`
      : sql`select ${id}::int`;
  const [renewed] = await tx.execute<{ count: number; last: number }>(sql`
    with batch as materialized (
      select d.id
      from ${sql.identifier(details)} d
      where d.category_id in (${categories}) and d.id > ${after}
      order by d.id
      limit ${size}
      for update
    ),
      renewed as (
        update ${sql.identifier(details)} d
        set location = location
        from batch
        where d.id = batch.id
      )
    select count(*)::int as count, max(id)::float8 as last from batch`);
  return renewed!.count < size ? undefined : renewed!.last;
}

/** Moves some containers to the target. Returns whether there may be more. */
export async function moveBatch(
  tx: Tx,
  { type, id, targetId }: CategoryMove,
  size = maxBatch,
): Promise<boolean> {
  const details = sql.identifier(tablesOf(type)!.details);
  // Their rows in `containers` first, as whoever publishes or hides one: the categories count them.
  const locked = await tx.execute<{ id: number }>(sql`
    select c.id
    from containers c
    where c.type = ${type}
      and c.id in (select d.id from ${details} d where d.category_id = ${id} limit ${size})
    order by c.id
    for update`);
  await tx.execute(sql`
    update ${details}
    set category_id = ${targetId}
    where category_id = ${id}
      and id = any (${sql.param(locked.map((row) => Number(row.id)))}::bigint[])`);
  return locked.length === size;
}

/** A category that got a container meanwhile stays. Those below it move up, and lose its words. */
export async function deleteWhenEmpty(tx: Tx, { type, id }: CategoryRef): Promise<void> {
  const { table, details, levels } = tablesOf(type)!;
  const below =
    levels > 1
      ? await tx.execute<{ id: number }>(sql`
          select id from ${sql.identifier(table)} where parent_id = ${id} order by id`)
      : [];
  await tx.execute(sql`
    delete from ${sql.identifier(table)}
    where id = ${id}
      and not exists (select from ${sql.identifier(details)} where category_id = ${id})`);
  await enqueueAll(
    tx,
    categoryWordsQueue,
    below.map((child): WordsRenewal => ({ type, id: child.id, after: 0 })),
  );
}

/** Job: goes on with the containers of a category that was renamed or moved. */
export async function renewWords(renewal: WordsRenewal, signal?: AbortSignal): Promise<void> {
  let after: number | undefined = renewal.after;
  for (let left = batchesAtOnce; after !== undefined; left -= 1) {
    signal?.throwIfAborted();
    const next: WordsRenewal = { ...renewal, after };
    if (left === 0) {
      await enqueue(db, categoryWordsQueue, next);
      return;
    }
    after = await retryOnDeadlock(() => db.transaction((tx) => renewBatch(tx, next)));
  }
}

/** Job: goes on with the containers of a category, and deletes it. */
export async function moveContents(move: CategoryMove, signal?: AbortSignal): Promise<void> {
  const table = sql.identifier(tablesOf(move.type)!.table);
  for (let left = batchesAtOnce; left > 0; left -= 1) {
    signal?.throwIfAborted();
    const isOver = await retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        const target = await tx.execute(
          sql`select from ${table} where id = ${move.targetId} for key share`,
        );
        // Deleted meanwhile: its content stays where it is.
        if (!target.length) return true;
        if (await moveBatch(tx, move)) return false;
        await deleteWhenEmpty(tx, move);
        return true;
      }),
    );
    if (isOver) return;
  }
  await enqueue(db, categoryMovesQueue, move);
}
