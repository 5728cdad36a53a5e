import type { SQL } from 'drizzle-orm';
import type { SelectedFilter } from '#domains/posts/feed/feed-selection.rules.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { sortKeyAt } from '#domains/posts/sort-key.rules.ts';
import { isContainerType, type WallType } from '#lib/container-types.ts';
import { sql } from '#server/sql.ts';

export interface FeedQuery {
  maxid?: number;
  limit?: number;
  filter?: SelectedFilter | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  /** Only posts there. */
  wall?: Wall | undefined;
  /** Only that post. */
  postId?: number | undefined;
  hashtag?: string | undefined;
  minid?: number;
  /** 0 leaves out the pinned posts of a wall. */
  pinned?: number;
  /** Leaves out of the posts of a container who joined it (`listJoins`). */
  joinsApart?: boolean | undefined;
}

/** A query whose ids may be slots. */
export interface Selection extends Pick<
  FeedQuery,
  'filter' | 'minid' | 'start' | 'end' | 'pinned' | 'joinsApart'
> {
  hashtag: string;
  wallType?: WallType | undefined;
  wall?: number | SQL | undefined;
  /** The last post of the page before. */
  lastId?: number | SQL | undefined;
  hasContainers: boolean;
  hidesNothing?: boolean;
}

type JoinsQuery = Partial<Pick<Selection, 'joinsApart' | 'filter' | 'hashtag' | 'wallType'>>;

/** Whether joins are no posts of the list: on the wall of a container, with whatever filter. */
export const isWithoutJoins = ({ joinsApart, wallType }: JoinsQuery): boolean =>
  joinsApart === true && wallType !== undefined && isContainerType(wallType);

/** Whether joins are read apart from the posts: on the whole wall of a container only. */
export const hasJoinsApart = ({ filter = 'all', hashtag, ...query }: JoinsQuery): boolean =>
  isWithoutJoins(query) && filter === 'all' && !hashtag;

export interface Wall {
  type: WallType;
  id: number;
}

/** Part of a wall. */
export type WallQuery = Pick<FeedQuery, 'maxid' | 'limit' | 'pinned' | 'joinsApart'>;

export const sortKey = sql`${posts.sortKey}`;

/** All conditions that there are. */
export function and(conditions: Array<SQL | undefined>): SQL {
  const all = conditions.filter((one) => one !== undefined);
  return all.length ? sql.join(all, sql` and `) : sql`true`;
}

/** Dates have whole seconds; the last one is included. */
const afterSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000 + 1000);

/**
 * Sort key for a cursor, which is the id of the post next to those that were read; deleted posts
 * have a tombstone. Without one the next lower id stands in, which is exact except near imported
 * posts with old dates.
 */
const cursorSortKey = (postId: number | SQL, beside: SQL, next: SQL): SQL =>
  sql`
    coalesce(
      (select cursor.sort_key ${beside} from posts cursor where cursor.id = ${postId}),
      (select cursor.sort_key ${beside} from post_tombstones cursor where cursor.id = ${postId}),
      (
        select cursor.sort_key ${next}
        from posts cursor
        where cursor.id < ${postId}
        order by cursor.id desc
        limit 1
      ),
      0
    )`;
/** Upper bound: older than the last post of the page before. */
export const upToPost = (lastId: number | SQL): SQL => cursorSortKey(lastId, sql`- 1`, sql``);
/** The id of that post. */
export const toLastId = (maxid: number | undefined): number | undefined =>
  maxid ? maxid + 1 : undefined;
/** Lower bound: newer than the newest post that was read, `minid - 1`. */
const fromCursor = (minid: number): SQL => cursorSortKey(minid - 1, sql`+ 1`, sql`+ 1`);

/**
 * Cursors and dates as a range of the sort key column that the feed scans, so that an old month is
 * found by an index probe. The lower bound is a row comparison: with two plain bounds the planner
 * expects a handful of rows and sorts what may be all posts.
 */
export const range = (
  column: SQL,
  { lastId, minid, start, end }: Selection,
): Array<SQL | undefined> => [
  lastId ? sql`${column} <= ${upToPost(lastId)}` : undefined,
  minid ? sql`(${column}, 0) >= (${fromCursor(minid)}, 0)` : undefined,
  start && sql`(${column}, 0) >= (${sortKeyAt(start)}::bigint, 0)`,
  end && sql`${column} < ${sortKeyAt(afterSecond(end))}::bigint`,
];

/** The limit is a literal: with an unknown one the planner expects a tenth of the table and sorts it. */
export const newestFirst = (limit: number) => (column: SQL) =>
  sql`order by ${column} desc limit ${sql.raw(String(limit))}`;
