import type { SQL } from 'drizzle-orm';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { isContainerType } from '#lib/container-types.ts';
import { db, type Tx } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';

// Some kinds have items beside their containers: an occurrence of an event in a series has a number and
// an address, while posts, roles and bans are those of its wall, a container that several share.
// For kinds without items every function here gives what it got, and adds nothing to a statement.

/**
 * Names an item by its own number. Another name than the `id` of a `ContainerRef`, so that neither
 * passes for the other.
 */
export interface ItemRef {
  type: string;
  itemId: number;
}

/** SQL about a row `i` of its table, and the container `c` that is its wall. */
export interface ContainerItems {
  /** Has `id`, by `nextItemId` or that of its container, and `wall_id` with an index. */
  table: string;
  title: (i: SQL, c: SQL) => SQL;
  /** A tsvector by which search finds it; an index of the table has it. */
  words: (i: SQL) => SQL;
  /** The text of its card on posts; absent: that of search. */
  cardText?: (viewer: SqlViewer, i: SQL, c: SQL) => SQL;
  /** Whether search and search engines find it; absent: each does. */
  isListed?: (i: SQL) => SQL;
  /** The order of those of one wall, whose address leads to the first. */
  order: (i: SQL) => SQL;
  /** Whether it is over or called off, so that nobody is led to it; absent: never. */
  isOver?: (i: SQL) => SQL;
  /** Those to come, which stand beside the parent of their wall: a condition, and when they are. */
  upcoming?: { isAhead: (i: SQL) => SQL; note: (viewer: SqlViewer, i: SQL) => SQL };
}

export const itemsOf = (type: string): ContainerItems | undefined =>
  entriesOf('containerKinds').get(type)?.items;

/** Whether an item of the wall is neither over nor called off; of a kind without such items always. */
export async function hasItemToCome(
  { type, id }: { type: string; id: number },
  on: Tx = db,
): Promise<boolean> {
  const items = itemsOf(type);
  if (!items?.isOver) return true;
  const [left] = await on.execute(sql`
    select from ${sql.identifier(items.table)} i
    where i.wall_id = ${id} and not ${items.isOver(sql`i`)}
    limit 1`);
  return left !== undefined;
}

/** Types of kinds that have items. */
export const kindsWithItems = (): string[] =>
  [...entriesOf('containerKinds')].flatMap(([type, { items }]) => (items ? [type] : []));

/** The number of a new item whose wall has another: no container of any kind ever has it. */
export async function nextItemId(tx: Tx): Promise<number> {
  const [row] = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('containers', 'id'))::float8 as id`,
  );
  return row!.id;
}

const tableOf = ({ table }: ContainerItems): SQL => sql`${sql.identifier(table)}`;

/** The container of the item of that number; the number itself where no item has it. */
export function wallId(type: string, itemId: SQL): SQL {
  const items = itemsOf(type);
  return items
    ? sql`
      coalesce(
        (select walled.wall_id from ${tableOf(items)} walled where walled.id = ${itemId}), ${itemId}
      )`
    : itemId;
}

/** The numbers of the container `c` and of its items: an array, by which an index finds their rows. */
export function numbersOf(type: string, c: SQL): SQL {
  const items = itemsOf(type);
  const own = sql`select ${c}.id`;
  return items
    ? sql`
      array(
        ${own} union all select named.id from ${tableOf(items)} named where named.wall_id = ${c}.id
      )`
    : sql`array(${own})`;
}

/** Reads it: a call that names an item, or its wall, is about the wall. */
export async function wallOf<Type extends string>(
  type: Type,
  itemId: number,
  on: Tx = db,
): Promise<{ type: Type; id: number }> {
  if (!itemsOf(type)) return { type, id: itemId };
  const [row] = await on.execute<{ id: number }>(
    sql`select (${wallId(type, sql`${itemId}::bigint`)})::float8 as id`,
  );
  return { type, id: row!.id };
}

/** The rows of a kind that have names: its items, or else its containers. */
interface NamedRows {
  from: SQL;
  /** The number by which it is named. */
  id: SQL;
  title: SQL;
  /** Whether these are items: rows `i`. */
  isItem: boolean;
}

/** @param c alias of the container; the conditions on its type are the caller's */
export function namedRows(type: string, c: SQL = sql`c`): NamedRows {
  const items = itemsOf(type);
  if (!items)
    return {
      from: sql`containers ${c}`,
      id: sql`${c}.id`,
      title: sql`${c}.title`,
      isItem: false,
    };
  const i = sql`i`;
  return {
    from: sql`${tableOf(items)} i join containers ${c} on ${c}.id = i.wall_id`,
    id: sql`i.id`,
    title: items.title(i, c),
    isItem: true,
  };
}

/** Whether search and search engines find the row `i` of `namedRows`, a condition. */
export const isItemListed = (type: string): SQL => itemsOf(type)?.isListed?.(sql`i`) ?? sql`true`;

/** The number under which a list names the container `c`: that of its first item, if it has any. */
export function firstItem(type: string, c: SQL): SQL {
  const items = itemsOf(type);
  return items
    ? sql`
      coalesce(
        (
          select one.id
          from ${tableOf(items)} one
          where one.wall_id = ${c}.id
          order by ${items.order(sql`one`)}
          limit 1
        ),
        ${c}.id
      )`
    : sql`${c}.id`;
}

/** For one container `c` of a kind with items: joins that of the number, or the first of a wall, if any. */
export function joinedItem(type: string, number: SQL): SQL {
  const items = itemsOf(type);
  if (!items) return sql``;
  const table = tableOf(items);
  return sql`
    left join ${table} i on i.wall_id = c.id
      and i.id = coalesce(
        (select own.id from ${table} own where own.id = ${number}),
        ${firstItem(type, sql`c`)}
      )`;
}

/** Condition on reactions and comments: those on a container itself, and not on an item. */
export const ofContainer = ({ type, id }: { type: string; id: number }): SQL =>
  isContainerType(type) && !itemsOf(type)
    ? sql`subject_type = ${type}::subject_type and subject_id = ${id}`
    : sql`false`;
