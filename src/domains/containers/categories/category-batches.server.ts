import type { SQL } from 'drizzle-orm';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueue, enqueueAll } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { lockAllCategories } from './category-lock.server.ts';

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
 * Locks some containers of the category, and with `isBelow` of those below it: before the category,
 * and before what is written about them. Returns their ids in order.
 */
export async function lockContents(
  tx: Tx,
  { type, id, after = 0 }: CategoryRef & { after?: number },
  { isBelow = false, size = maxBatch } = {},
): Promise<number[]> {
  const locked = await tx.execute<{ id: number }>(sql`
    select c.id
    from containers c
    where c.type = ${type}
      and c.id in (
        select d.id
        from ${contentsOf(type, id, isBelow)}
        where d.id > ${after}
        order by d.id
        limit ${size}
      )
    order by c.id
    for no key update`);
  return locked.map((row) => Number(row.id));
}

/** The details `d` of the containers in the category. */
function contentsOf(type: string, id: number, isBelow: boolean): SQL {
  const { table, details, levels } = tablesOf(type)!;
  const categories =
    isBelow && levels > 1
      ? sql`
          select below.id
          from ${sql.identifier(table)} category
          join ${sql.identifier(table)} below on below.path like category.path || '%'
          where category.id = ${id}`
      : sql`select ${id}::int`;
  return sql`
    (select * from ${sql.identifier(details)} where category_id in (${categories})) d`;
}

/** Whether the category, or one below it, has containers besides these. */
export async function hasOthers(
  tx: Tx,
  { type, id }: CategoryRef,
  contents: number[],
  { isBelow = false } = {},
): Promise<boolean> {
  const others = await tx.execute(sql`
    select from ${contentsOf(type, id, isBelow)}
    where d.id <> all (${sql.param(contents)}::bigint[])
    limit 1`);
  return others.length > 0;
}

/** Writes the search words of these containers again, by the triggers of their details. */
export const renewBatch = (tx: Tx, type: string, contents: number[]) =>
  tx.execute(sql`
    update ${sql.identifier(tablesOf(type)!.details)}
    set category_id = category_id
    where id = any (${sql.param(contents)}::bigint[])`);

/** Moves these containers, unless they have left the category. */
export const moveBatch = (tx: Tx, { type, id, targetId }: CategoryMove, contents: number[]) =>
  tx.execute(sql`
    update ${sql.identifier(tablesOf(type)!.details)}
    set category_id = ${targetId}
    where category_id = ${id}
      and id = any (${sql.param(contents)}::bigint[])`);

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
  let next = renewal;
  for (let left = batchesAtOnce; left > 0; left -= 1) {
    signal?.throwIfAborted();
    const contents = await retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        const locked = await lockContents(tx, next, { isBelow: true });
        await renewBatch(tx, next.type, locked);
        return locked;
      }),
    );
    if (contents.length < maxBatch) return;
    next = { ...next, after: contents.at(-1)! };
  }
  await enqueue(db, categoryWordsQueue, next);
}

/** Job: goes on with the containers of a category, and deletes it. */
export async function moveContents(move: CategoryMove, signal?: AbortSignal): Promise<void> {
  const { table } = tablesOf(move.type)!;
  for (let left = batchesAtOnce; left > 0; left -= 1) {
    signal?.throwIfAborted();
    const isOver = await retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        const contents = await lockContents(tx, move);
        const categories = await lockAllCategories(tx, table);
        // Deleted meanwhile: its content stays where it is.
        if (!categories.some(({ id }) => id === move.targetId)) return true;
        await moveBatch(tx, move, contents);
        if (await hasOthers(tx, move, [])) return false;
        await deleteWhenEmpty(tx, move);
        return true;
      }),
    );
    if (isOver) return;
  }
  await enqueue(db, categoryMovesQueue, move);
}
