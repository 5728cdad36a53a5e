import type { SQL } from 'drizzle-orm';
import type { ItemType } from '#lib/wire-names.ts';
import { composeOnce, sql } from '#server/sql.ts';
import type { Tx } from './db.ts';
import { entriesOf } from './domain.ts';
import { notFound } from './errors.ts';
import { contextRow, ownerOf, visibleContext, type Located, type Subject } from './subjects.ts';

/**
 * One read by keys says what an item is and what it is a part of, so that the statements that follow
 * ask the rules of that kind alone. They ask all of them: an item that was moved meanwhile, or is
 * hidden from the viewer, is not found.
 */

interface Step extends Record<string, unknown> {
  depth: number;
  type: ItemType;
  id: number;
  form: string | null;
}

const statements = new Map<ItemType, (...values: unknown[]) => SQL>();

/** As `SubjectSource.located`, also of types that are known by their key alone. */
export const stepsOf = (type: ItemType, id: SQL): SQL =>
  ownerOf(type).located?.(id) ??
  sql`select 0, ${sql.raw(`'${type}'`)}::text, ${id}::bigint, null::text`;

function statementFor(type: ItemType) {
  let statement = statements.get(type);
  if (!statement) {
    statement = composeOnce(
      (id) => sql`
        select step.depth, step.type, step.id, step.form
        from (${stepsOf(type, sql`${id}::bigint`)}) step (depth, type, id, form)
        order by step.depth`,
    );
    statements.set(type, statement);
  }
  return statement;
}

/** Reads what the item is; undefined if there is none. */
export async function findLocated(tx: Tx, { type, id }: Subject): Promise<Located | undefined> {
  if (!ownerOf(type).located) return { type, id, parents: [] };
  return itemsFrom(await tx.execute<Step>(statementFor(type)(id)), 0)[0];
}

/**
 * Reads what the item is. Not found if there is none, or if it is no part of `expected`: where a
 * request names two ids, both must match.
 */
export async function locate(tx: Tx, subject: Subject, expected?: Subject): Promise<Located> {
  const item = await findLocated(tx, subject);
  const isExpected = (parent: Subject) =>
    parent.type === expected?.type && parent.id === expected.id;
  if (!item || (expected && !item.parents.some(isExpected))) throw notFound();
  return item;
}

/** As `locate` and `locatedRows`, for everything that can be reported. */
export async function locateReportable(
  tx: Tx,
  viewer: App.SqlViewer,
  { type, id }: Subject,
): Promise<SQL> {
  const own = entriesOf('reportable').get(type);
  return own ? own.rows(viewer, id) : locatedRows(viewer, await locate(tx, { type, id }));
}

/** Each is a part of those one step further: only the last step is to several. */
function itemsFrom(steps: Step[], depth: number): Located[] {
  const here = steps.filter((step) => step.depth === depth);
  const parents = here.length ? itemsFrom(steps, depth + 1) : [];
  return here.map(({ type, id, form }) => ({ type, id, form: form ?? undefined, parents }));
}

/** Selects the item as `subjectRows` does. */
export const locatedRows = (viewer: App.SqlViewer, item: Located): SQL =>
  ownerOf(item.type).rows(viewer, sql`${item.id}::bigint`, item);

const rootsOf = (item: Located): Located[] =>
  item.parents.length ? item.parents.flatMap(rootsOf) : [item];

const isSeen = (viewer: App.SqlViewer, { seen }: { seen: (viewer: App.SqlViewer) => SQL }): SQL =>
  sql`exists (select from (${seen(viewer)}) one offset 0)`;

function seenOf(root: Located) {
  const { seen } = ownerOf(root.type);
  return seen && { seen: (viewer: App.SqlViewer) => seen(viewer, sql`${root.id}::bigint`, root) };
}

/** Selects `type` and `id` of its context, as `contextRow` does; of several, one that the viewer sees. */
export function locatedContext(viewer: App.SqlViewer, item: Located): SQL {
  const roots = rootsOf(item);
  const each = roots.map((root) => {
    const context = contextRow(root.type)(viewer, sql`${root.id}::bigint`);
    const seen = roots.length > 1 ? seenOf(root) : undefined;
    return seen
      ? sql`select context.* from (${context}) context where ${isSeen(viewer, seen)}`
      : context;
  });
  return each.length === 1 ? each[0]! : sql`(${sql.join(each, sql` union all `)}) limit 1`;
}

/** The types that its context can have; undefined: any. */
export function contextTypesOf(item: Located): string[] | undefined {
  const roots = rootsOf(item);
  return roots.some((root) => ownerOf(root.type).context)
    ? undefined
    : [...new Set(roots.map((root) => root.type))];
}

/** Whether the item, or what it is a part of, stands in a container; undefined: it may. */
export function isInContainer(item: Located): boolean | undefined {
  const each = rootsOf(item).map(({ type, form }) =>
    form === undefined ? undefined : ownerOf(type).inContainer?.[form],
  );
  return each.every((one) => one === each[0]) ? each[0] : undefined;
}

/** A condition: whether a reader may see the context that two columns name, which is that of the item. */
export function isContextSeen(reader: App.SqlViewer, item: Located, type: SQL, id: SQL): SQL {
  const roots = rootsOf(item);
  const seen = roots.length === 1 ? seenOf(roots[0]!) : undefined;
  if (seen) return isSeen(reader, seen);
  const types = contextTypesOf(item);
  return visibleContext(reader, type, id, (possible) => !types || types.includes(possible));
}
