import type { SQL } from 'drizzle-orm';
import {
  findContainerKind,
  type ContainerCategories,
} from '#domains/containers/container-kinds.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { containerTypes, type ContainerType } from '#lib/container-types.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import {
  categoryMovesQueue,
  categoryWordsQueue,
  deleteWhenEmpty,
  hasOthers,
  lockContents,
  moveBatch,
  renewBatch,
  type CategoryRef,
} from './category-batches.server.ts';
import { lockAllCategories } from './category-lock.server.ts';

// Categories of the kinds that have them, for administrators.

export interface CategoryFields {
  title: string;
  /** 0: on the first level. */
  parentId: number;
  /** Lower numbers come first. Equal numbers are sorted by title. */
  position: number;
}

interface CategoryRow extends CategoryFields, Record<string, unknown> {
  id: number;
}

export interface HostCategory extends CategoryRow {
  /** 1 is the first. */
  level: number;
  /** Containers of this very category, drafts and removed ones as well. */
  count: number;
}

export interface KindCategories {
  type: ContainerType;
  /** Such as "Groups". */
  label: string;
  levels: number;
  /** Each after the one above it. */
  categories: HostCategory[];
}

/** Only administrators know of these screens. */
function checkAdmin(member: Member): void {
  if (member.role !== 'admin') throw notFound();
}

const categorizedKinds = () =>
  containerTypes.flatMap((type) => {
    const { categories, search, noun = type } = findContainerKind(type) ?? {};
    return categories ? [{ type, categories, label: search?.label ?? noun }] : [];
  });

const parentOf = ({ levels }: ContainerCategories): SQL =>
  levels > 1 ? sql`coalesce(category.parent_id, 0)` : sql`0`;

/** The trees as lists, with the level of each. */
function flatten(rows: HostCategory[], parentId = 0, level = 1): HostCategory[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .flatMap((row) => [{ ...row, level }, ...flatten(rows, row.id, level + 1)]);
}

/** The categories of all kinds that have some. */
export async function listHostCategories(member: Member): Promise<KindCategories[]> {
  checkAdmin(member);
  const kinds = categorizedKinds();
  const rows = await db.execute<HostCategory & { type: string }>(sql`
    ${sql.join(
      kinds.map(
        ({ type, categories }) => sql`
          select ${type}::text as type, category.id, category.title, category.position,
            ${parentOf(categories)} as "parentId", 1 as level,
            (
              select count(*)::int
              from ${sql.identifier(categories.details)} d
              where d.category_id = category.id
            ) as count
          from ${sql.identifier(categories.table)} category`,
      ),
      sql` union all `,
    )}
    order by position, title, id`);
  return kinds.map(({ type, label, categories }) => ({
    type,
    label,
    levels: categories.levels,
    categories: flatten(rows.filter((row) => row.type === type)),
  }));
}

interface Change {
  tx: Tx;
  tables: ContainerCategories;
  /** All of the kind. */
  rows: CategoryRow[];
  /** Containers that are locked. */
  contents: number[];
}

/**
 * One change at a time: all categories of the kind are locked. They are read by a statement of its
 * own, which sees what the change before it wrote.
 * @param lockContents locks the containers that follow the change; they come before the categories
 */
async function changeCategories(
  member: Member,
  type: string,
  work: (change: Change) => Promise<void>,
  lockContents: (tx: Tx) => Promise<number[]> = () => Promise.resolve([]),
): Promise<void> {
  checkAdmin(member);
  const tables = findContainerKind(type)?.categories;
  if (!tables) throw notFound();
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const contents = await lockContents(tx);
      await lockAllCategories(tx, tables.table);
      const rows = await tx.execute<CategoryRow>(sql`
        select category.id, category.title, category.position, ${parentOf(tables)} as "parentId"
        from ${sql.identifier(tables.table)} category
        order by category.id`);
      await work({ tx, tables, rows, contents });
    }),
  );
}

function findRow(rows: CategoryRow[], id: number): CategoryRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound();
  return row;
}

/** The category itself and those above it. */
function ancestorsOf(rows: CategoryRow[], id: number): number[] {
  const row = rows.find((one) => one.id === id);
  return row ? [id, ...ancestorsOf(rows, row.parentId)] : [];
}

const heightOf = (rows: CategoryRow[], id: number): number =>
  1 +
  rows
    .filter(({ parentId }) => parentId === id)
    .reduce((highest, child) => Math.max(highest, heightOf(rows, child.id)), 0);

/** @param id 0 for a new one */
function checkFields(
  { tables, rows }: Change,
  id: number,
  { title, parentId }: CategoryFields,
): void {
  const above = ancestorsOf(rows, parentId);
  if (parentId > 0 && !above.length) throw invalid('Please choose one of these.', 'parent_id');
  if (id > 0 && above.includes(id))
    throw invalid('A category cannot be its own parent.', 'parent_id');
  if (above.length + (id > 0 ? heightOf(rows, id) : 1) > tables.levels)
    throw invalid(
      tables.levels > 1
        ? `Categories have at most ${tables.levels} levels.`
        : 'These categories have one level.',
      'parent_id',
    );
  const isTaken = rows.some(
    (other) =>
      other.id !== id &&
      other.parentId === parentId &&
      other.title.toLowerCase() === title.toLowerCase(),
  );
  if (isTaken) throw invalid('There is already a category with this title.', 'title');
}

const record = (
  tx: Tx,
  member: Member,
  action: 'created' | 'changed' | 'deleted',
  { type, id }: CategoryRef,
) => recordDecision(tx, member, action, { type: `${type}_category`, id });

export const createCategory = (
  member: Member,
  type: string,
  fields: CategoryFields,
): Promise<void> =>
  changeCategories(member, type, async (change) => {
    checkFields(change, 0, fields);
    const { tx, tables } = change;
    const { title, position, parentId } = fields;
    const [created] = await tx.execute<{ id: number }>(sql`
      insert into ${sql.identifier(tables.table)} (
        title, position ${tables.levels > 1 ? sql`, parent_id` : sql``}
      )
      values (${title}, ${position} ${tables.levels > 1 ? sql`, nullif(${parentId}::int, 0)` : sql``})
      returning id`);
    await record(tx, member, 'created', { type, id: created!.id });
  });

/** Renames or moves a category; its containers are found by the new words, many of them later. */
export const changeCategory = (
  member: Member,
  type: string,
  id: number,
  fields: CategoryFields,
): Promise<void> =>
  changeCategories(
    member,
    type,
    async (change) => {
      const { tx, tables, rows, contents } = change;
      const before = findRow(rows, id);
      checkFields(change, id, fields);
      const { title, position, parentId } = fields;
      const hasMoved = before.parentId !== parentId;
      await tx.execute(sql`
        update ${sql.identifier(tables.table)}
        set title = ${title}, position = ${position}
          ${hasMoved ? sql`, parent_id = nullif(${parentId}::int, 0)` : sql``}
        where id = ${id}`);
      await record(tx, member, 'changed', { type, id });
      if (!hasMoved && before.title === title) return;
      await renewBatch(tx, type, contents);
      if (await hasOthers(tx, { type, id }, contents, { isBelow: true }))
        await enqueue(tx, categoryWordsQueue, { type, id, after: 0 });
    },
    (tx) => lockContents(tx, { type, id }, { isBelow: true }),
  );

/**
 * Deletes a category. Its containers move to the target, many of them in a job, which deletes it
 * afterwards; the categories below it move up one level.
 */
export const deleteCategory = (
  member: Member,
  type: string,
  id: number,
  targetId: number,
): Promise<void> =>
  changeCategories(
    member,
    type,
    async ({ tx, rows, contents }) => {
      findRow(rows, id);
      if (rows.length === 1) throw invalid('You cannot delete the last category.', 'target_id');
      if (targetId === id || (targetId > 0 && !rows.some((row) => row.id === targetId)))
        throw invalid('Please choose another category.', 'target_id');
      const move = { type, id, targetId };
      if (targetId === 0 && (await hasOthers(tx, move, [])))
        throw invalid('Please choose where to move its content.', 'target_id');
      await record(tx, member, 'deleted', move);
      if (targetId > 0) await moveBatch(tx, move, contents);
      if (await hasOthers(tx, move, [])) await enqueue(tx, categoryMovesQueue, move);
      else await deleteWhenEmpty(tx, move);
    },
    (tx) => (targetId > 0 ? lockContents(tx, { type, id }) : Promise.resolve([])),
  );
