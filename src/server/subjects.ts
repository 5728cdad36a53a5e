import type { SQL } from 'drizzle-orm';
import type { ItemType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import type { Tx } from './db.ts';
import { entriesOf } from './domain.ts';
import { notFound } from './errors.ts';

type Viewer = App.Locals['viewer'];

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
 * Selects the subject with that id if the viewer may see it, in one row: `id`, `owner_ids` (its
 * author first, then the owner of the place), `can_comment`, and `can_react`, which closes together
 * with the comments. Its FROM names one table, whose row the mechanisms lock while they write. With
 * `parent`, only if it stands under that one: an id is never taken on its own where the request
 * names two.
 */
export type SubjectRows = (viewer: Viewer, id: number | SQL, parent?: Subject) => SQL;

/** A picture or video of a reported item. */
export interface ReportedFile {
  kind: 'photo' | 'video';
  /** Where its file lies. */
  src: string;
  /** The still of a video, where there is one. */
  poster: string;
  width: number;
  height: number;
  alt: string;
}

/** What moderators need of a subject that was reported, whoever else may see it. */
export interface Moderated {
  /**
   * Selects what the item with that id says, as one `jsonb`: `path`, `body`, `isPublic`,
   * `photoCount`, `videoCount`.
   */
  content: (id: SQL) => SQL;
  /**
   * Its pictures and videos as they are now, for a moderator who looks at it; none that nobody sees
   * any more.
   */
  files?: (tx: Tx, id: number) => Promise<ReportedFile[]>;
  /**
   * Takes it away, for everyone; one that is gone already is no error. Without, moderators can only
   * dismiss.
   */
  remove?: (tx: Tx, id: number) => Promise<void>;
}

/**
 * Selects what the item with that id hangs on in the end and is seen with, in one row of `type` and
 * `id`: a comment on a photo of a post has that post.
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
  /** Its root container; absent for objects that are their own. */
  context?: ContextRow;
}

const owners = () => entriesOf('subjects');

function ownerOf(type: ItemType) {
  const owner = owners().get(type);
  if (!owner) throw notFound();
  return owner;
}

/**
 * The one table from item type to owning domain. Of a type that nobody owns (yet) there is nothing
 * to find.
 */
export const subjectRows = (type: ItemType): SubjectRows => ownerOf(type).rows;

const moderatedOf = (type: ItemType) =>
  (owners().get(type) ?? entriesOf('reportable').get(type))?.moderated;

/** As `subjectRows`, of everything that can be reported. */
export const reportableRows = (type: ItemType): SubjectRows =>
  entriesOf('reportable').get(type)?.rows ?? subjectRows(type);

/** As `Moderated.content`, empty for types that have nothing to say. */
export const contentRow = (type: ItemType, id: SQL): SQL =>
  moderatedOf(type)?.content(id) ?? sql`select '{}'::jsonb`;

/** As `Moderated.files`; null for types whose files moderators are not shown. */
export const filesOf = async (tx: Tx, { type, id }: Subject): Promise<ReportedFile[] | null> =>
  (await moderatedOf(type)?.files?.(tx, id)) ?? null;

/** Takes a reported item away. */
export async function removeSubject(tx: Tx, { type, id }: Subject): Promise<void> {
  const remove = moderatedOf(type)?.remove;
  if (!remove) throw notFound();
  await remove(tx, id);
}

/** Whether moderators can take items of that type away. */
export const mayBeRemoved = (type: ItemType): boolean => moderatedOf(type)?.remove !== undefined;

export const subjects = (): Array<[type: ItemType, rows: SubjectRows]> =>
  [...owners()].map(([type, { rows }]) => [type as ItemType, rows]);

/** As `ContextRow`; most items are their own. */
export const contextRow = (type: ItemType): ContextRow =>
  ownerOf(type).context ?? ((_, id) => sql`select ${type}::text, ${id}`);

/**
 * Whether the viewer may see the place that two columns name. Write it with names of columns that
 * are not in use elsewhere. Each is found by its id (`offset 0`): one that is asked of a few rows
 * must not be prepared by reading all posts that there are.
 */
export function visibleContext(viewer: Viewer, type: SQL, id: SQL): SQL {
  const places = [
    ...[...owners()].flatMap(([owned, { rows, context }]) =>
      context ? [] : [[owned, rows] as const],
    ),
    ...entriesOf('contexts'),
  ];
  const each = places.map(
    ([owned, rows]) =>
      sql`(${type} = ${owned} and exists (select from (${rows(viewer, id)}) one offset 0))`,
  );
  return each.length ? sql`(${sql.join(each, sql` or `)})` : sql`false`;
}

/** What the item that two columns name says, for whoever may see it; null where it says nothing. */
export function bodyOf(type: SQL, id: SQL): SQL {
  const each = [...owners()].flatMap(([owned, { moderated }]) =>
    moderated
      ? [
          sql`
            when ${owned} then (
              select said.content ->> 'body' from (${moderated.content(id)}) said (content)
            )`,
        ]
      : [],
  );
  return each.length ? sql`case ${type}${sql.join(each)} end` : sql`null::text`;
}
