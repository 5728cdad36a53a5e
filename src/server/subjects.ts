import type { SQL } from 'drizzle-orm';
import type { ItemType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import type { Tx } from './db.ts';
import { entriesOf } from './domain.ts';
import { notFound } from './errors.ts';

type Viewer = App.SqlViewer;

export interface Subject<Type extends ItemType = ItemType> {
  type: Type;
  id: number;
}

/** The row that `SubjectRows` selects. */
export interface SubjectRow extends Record<string, unknown> {
  id: number;
  owner_ids: number[];
  can_comment: boolean;
  can_react: boolean;
}

/**
 * An item as its key finds it, whoever may see it: the statement that follows asks the rules of its
 * form and of its parents alone, and selects nothing once they are others (located.ts).
 */
export interface Located extends Subject {
  /** Which of the rules of its type are enough for it; absent: all. */
  form?: string | undefined;
  /** The items that it is a part of: one, or for a file those that have it. */
  parents: Located[];
}

/**
 * Selects the subject with that id if the viewer may see it, in one row: `id`, `owner_ids` (its
 * author first, then the owner of its context), `can_comment`, and `can_react`, which is closed
 * together with comments. Its FROM names one table, whose row the mechanisms lock while they write.
 * With `item`, only if it is still as it was located.
 */
export type SubjectRows = (viewer: Viewer, id: number | SQL, item?: Located) => SQL;

/** A picture or video of a reported item. */
export interface ReportedFile {
  kind: 'photo' | 'video';
  /** URL of its file. */
  src: string;
  /** The still of a video, if any. */
  poster: string;
  width: number;
  height: number;
  alt: string;
}

/** Access for moderators to a reported subject, whoever else may see it. */
export interface Moderated {
  /**
   * Selects the content of the item as one `jsonb`: `path`, `body`, `isPublic`, `photoCount`,
   * `videoCount`, and `author` (`contentAuthor`) of what stands in the name of a page.
   */
  content: (id: SQL) => SQL;
  /** Its current images and videos, for a moderator; empty once nobody can see them. */
  files?: (tx: Tx, id: number) => Promise<ReportedFile[]>;
  /**
   * Deletes it for everyone; a missing item is no error. If absent, moderators can only dismiss.
   */
  remove?: (tx: Tx, id: number) => Promise<void>;
  /** Runs when the moderators decide that it stays, such as to list an item that was held back. */
  keep?: (tx: Tx, id: number) => Promise<void>;
}

/**
 * Selects the root container of the item in one row of `type` and `id`: for a comment on a photo of
 * a post, the post.
 */
export type ContextRow = (viewer: Viewer, id: SQL) => SQL;

/** An object that can be reported. */
export interface Reportable {
  rows: SubjectRows;
  moderated: Moderated;
}

/** An object that can be commented on and reacted to, and reported where it has `moderated`. */
export interface SubjectSource {
  rows: SubjectRows;
  moderated?: Moderated;
  /** Selects the text that names it in notifications, where that is not all that moderators read. */
  label?: (id: SQL) => SQL;
  /** Selects `title` and `picture` of the item, for notices of the site about it. */
  card?: (id: SQL) => SQL;
  /** Its root container; absent for objects that are their own. */
  context?: ContextRow;
  /**
   * Selects `depth`, `type`, `id` and `form` of the item (depth 0) and of what it is a part of (1 and
   * more), by their keys and without asking for rights; absent where no fewer rules could be asked.
   */
  located?: (id: SQL) => SQL;
  /** Whether items of that form stand in a container; absent: either. */
  inContainer?: Record<string, boolean>;
  /** As `rows`, without columns: for conditions on a reader; present where `located` is. */
  seen?: SubjectRows;
  /** Selects `type` and `id` of the page, group or event where it stands; no row for none. */
  container?: (id: SQL) => SQL;
}

/**
 * The part of `Moderated.content` that names the page in whose name the item stands, so that
 * moderators do not learn which member wrote it; empty without one.
 * @param author selects `type`, `id` and `displayname`
 */
export const contentAuthor = (author: SQL): SQL => sql`
  coalesce(
    (
      select jsonb_build_object(
        'author',
        jsonb_build_object('type', one.type, 'id', one.id, 'displayname', one.displayname)
      )
      from (${author}) one
      limit 1
    ),
    '{}'::jsonb
  )`;

const owners = () => entriesOf('subjects');

/** Throws for a type without an owner. */
export function ownerOf(type: ItemType): SubjectSource {
  const owner = owners().get(type);
  if (!owner) throw notFound();
  return owner;
}

/** Maps item types to their owning domain. A type without an owner selects nothing. */
export const subjectRows = (type: ItemType): SubjectRows => ownerOf(type).rows;

const moderatedOf = (type: ItemType) =>
  (owners().get(type) ?? entriesOf('reportable').get(type))?.moderated;

/** As `Moderated.content`; empty for types without content. */
export const contentRow = (type: ItemType, id: SQL): SQL =>
  moderatedOf(type)?.content(id) ?? sql`select '{}'::jsonb`;

/** As `Moderated.files`; null for types whose files are hidden from moderators. */
export const filesOf = async (tx: Tx, { type, id }: Subject): Promise<ReportedFile[] | null> =>
  (await moderatedOf(type)?.files?.(tx, id)) ?? null;

/** Deletes a reported item. */
export async function removeSubject(tx: Tx, { type, id }: Subject): Promise<void> {
  const remove = moderatedOf(type)?.remove;
  if (!remove) throw notFound();
  await remove(tx, id);
}

/** Reports about it were dismissed. */
export const keepSubject = async (tx: Tx, { type, id }: Subject): Promise<void> =>
  moderatedOf(type)?.keep?.(tx, id);

/** Whether moderators can delete items of that type. */
export const mayBeRemoved = (type: ItemType): boolean => moderatedOf(type)?.remove !== undefined;

export const subjects = (): Array<[type: ItemType, rows: SubjectRows]> =>
  [...owners()].map(([type, { rows }]) => [type as ItemType, rows]);

/** As `ContextRow`; most items are their own context. */
export const contextRow = (type: ItemType): ContextRow =>
  ownerOf(type).context ?? ((_, id) => sql`select ${type}::text, ${id}`);

/**
 * Whether the viewer may see the context that two columns name. The column names must be unique in
 * the statement. `offset 0` makes the planner look each one up by id: for a few rows it must not
 * scan all posts.
 * @param isPossible leaves out types that the column does not have there: each costs planning
 */
export function visibleContext(
  viewer: Viewer,
  type: SQL,
  id: SQL,
  isPossible: (type: string) => boolean = () => true,
): SQL {
  const contexts = [
    ...[...owners()].flatMap(([owned, { rows, context }]) =>
      context ? [] : [[owned, rows] as const],
    ),
    ...entriesOf('contexts'),
  ].filter(([owned]) => isPossible(owned));
  const each = contexts.map(
    ([owned, rows]) =>
      sql`(${type} = ${owned} and exists (select from (${rows(viewer, id)}) one offset 0))`,
  );
  return each.length ? sql`(${sql.join(each, sql` or `)})` : sql`false`;
}

/**
 * Selects `type` and `id` of the page, group or event where the item stands; undefined for types that
 * stand in none.
 */
export const containerRow = (type: ItemType, id: SQL): SQL | undefined =>
  owners().get(type)?.container?.(id);

/** Type and id of the page, group or event where the item of two columns stands, as JSON; or null. */
export function containerOf(type: SQL, id: SQL): SQL {
  const each = [...owners()].flatMap(([owned, { container }]) =>
    container
      ? [
          sql`
            when ${owned} then (
              select json_build_object('type', outer_item.type, 'id', outer_item.id)
              from (${container(id)}) outer_item
            )`,
        ]
      : [],
  );
  return each.length ? sql`case ${type}${sql.join(each)} end` : sql`null::json`;
}

/** Title and picture of the item of two columns, as JSON; or null for types without them. */
export function cardOf(type: SQL, id: SQL): SQL {
  const each = [...owners()].flatMap(([owned, { card }]) =>
    card ? [sql` when ${owned} then (select row_to_json(card) from (${card(id)}) card)`] : [],
  );
  return each.length ? sql`case ${type}${sql.join(each)} end` : sql`null::json`;
}

/** Text of the item or action that two columns name, if the viewer may see it; null if it has none. */
export function bodyOf(viewer: Viewer, type: SQL, id: SQL): SQL {
  const actions = [...entriesOf('actionTexts')].map(
    ([owned, text]) => sql` when ${owned} then (${text(viewer, id)})`,
  );
  const items = [...owners()].flatMap(([owned, { moderated, label }]) => {
    if (label) return [sql` when ${owned} then (${label(id)})`];
    return moderated
      ? [
          sql`
            when ${owned} then (
              select moderated.content ->> 'body' from (${moderated.content(id)}) moderated (content)
            )`,
        ]
      : [];
  });
  const each = [...items, ...actions];
  return each.length ? sql`case ${type}${sql.join(each)} end` : sql`null::text`;
}
