import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

// Categories are locked after their containers and in the order of their ids (docs/locking.md).

/**
 * Locks the categories of these containers, whose rows are locked, as strongly as counting them
 * does: nobody deletes the categories, and no lock is to be raised later.
 * @param chosen a further one; invalid if it is not known
 */
export async function lockCategoriesOf(
  tx: Tx,
  type: string,
  containerIds: number[],
  chosen?: number,
): Promise<void> {
  const categories = findContainerKind(type)?.categories;
  if (!categories) return;
  const locked = await tx.execute<{ id: number }>(sql`
    select category.id
    from ${sql.identifier(categories.table)} category
    where category.id = ${chosen ?? null}::bigint
      or category.id in (
        select d.category_id
        from ${sql.identifier(categories.details)} d
        where d.id = any (${sql.param(containerIds)}::bigint[])
      )
    order by category.id
    for no key update`);
  if (chosen !== undefined && !locked.some(({ id }) => id === chosen))
    throw invalid('Please choose one of these.', 'category_id');
}

/** Locks all categories of the kind: until the transaction ends no container enters or leaves one. */
export const lockAllCategories = (tx: Tx, table: string) =>
  tx.execute<{ id: number }>(sql`
    select category.id
    from ${sql.identifier(table)} category
    order by category.id
    for no key update`);
