import type { SQL } from 'drizzle-orm';
import type { SqlViewer, Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { fromEachDomain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import type { Headline } from './headline.rules.ts';

/** Columns of a post, as SQL for the statements of definitions. */
export interface PostColumns {
  type: SQL;
  authorId: SQL;
  /** Any item that the activity is about; the definition knows its table. No foreign key. */
  itemId: SQL;
  /** The album of added photos, deleted with it. */
  albumId: SQL;
  /** The friend of a new friendship, deleted with it. */
  friendId: SQL;
}

/** The values that a headline may depend on. */
export interface ActivityFacts<Item> {
  /** As the definition's `item` selects it; null if there is none. */
  item: Item | null;
  photoCount: number;
  /** Kind of the shared photo or video, if the reader may see it. */
  sharedKind?: string | undefined;
}

/**
 * Its posts are written by `shareActivity`, in the transaction that creates the item. If time and not
 * a transaction decides (a birthday), a queue of the manifest with a `schedule` calls it.
 */
interface Definition<Item> {
  /** Stored in `posts.type`, and sent to clients: lower case and underscores. */
  type: string;
  /**
   * Label of the member's switch in the privacy settings. Absent for what members write themselves;
   * everything else that the feed shows by itself has one.
   */
  setting?: string;
  /** A second one by the same author within this SQL interval is not written. */
  interval?: string;
  /**
   * Selects the item as one JSON value, if the viewer may see it; with an `isVisible` that asks
   * whether they may, it need not ask again.
   */
  item?: (viewer: SqlViewer, post: PostColumns) => SQL;
  /**
   * Names what it is about, where the condition of posts asks for that by itself
   * (posts/visibility.server.ts); absent: `isVisible`.
   */
  about?: 'album' | 'friendship' | 'container';
  /** Whether those see it who may find the container that it is about; absent: who may read it. */
  isFound?: boolean;
  /**
   * Condition of every read, besides the post's audience; true for posts of other types. By
   * default, a post with an item is visible if `item` selects a row.
   */
  isVisible?: (viewer: SqlViewer, post: PostColumns) => SQL;
  /** The type of the container or item that it is about. */
  container?: string;
  /** How the wall of a container shows those that stand there alone: gathered, or as posts. */
  onWall?: 'joins' | 'posts';
  /** The type of its item, a container that its post shows as a card. */
  card?: ContainerType;
  headline: (facts: ActivityFacts<Item>) => Headline | undefined;
  /** Selects the title that stands in for a missing text, in lists of posts and in reports. */
  title?: (post: PostColumns) => SQL;
  /** Fields of `params` in the post's wire shape. */
  params?: (item: Item, origin: string) => Record<string, unknown>;
}

/** A kind of feed item. */
export type Activity = Definition<never>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Kinds of feed items; their order is that of the switches in the privacy settings. */
    activities?: Activity[];
  }
}

/** Types are our own constants; as literals they take no parameter. */
const literal = (type: string) => sql.raw(`'${type}'`);

export function defineActivity<Item>(definition: Definition<Item>): Activity {
  const { type, item, about } = definition;
  if (!/^[a-z_]{1,40}$/.test(type)) throw new Error(`Not a type of activity: ${type}`);
  const isVisible =
    item &&
    !about &&
    ((viewer: Viewer, post: PostColumns) =>
      sql`(${post.type} <> ${literal(type)} or exists (${item(viewer, post)}))`);
  return { ...(isVisible ? { isVisible } : {}), ...definition } as Activity;
}

export const listActivities = (): Activity[] => fromEachDomain('activities').flat();

export const findActivity = (type: string): Activity | undefined =>
  listActivities().find((activity) => activity.type === type);

/** Types that walls of containers show that way, as SQL; undefined without any. */
export function typesOnWall(way: NonNullable<Activity['onWall']>): SQL | undefined {
  const types = listActivities().flatMap(({ type, onWall }) => (onWall === way ? [type] : []));
  return types.length ? sql`(${sql.join(types.map(literal), sql`, `)})` : undefined;
}

/** Switches of the privacy settings. */
export const listActivitySettings = (): Array<{ type: string; label: string }> =>
  listActivities().flatMap(({ type, setting }) =>
    setting === undefined ? [] : [{ type, label: setting }],
  );

/** Whether the feed writes posts of that type by itself. */
export const isAutomatic = (type: string): boolean => findActivity(type)?.setting !== undefined;

/** SQL condition: whether the member shares activities of that type. */
export const sharesActivity = (member: SQL, type: string): SQL =>
  sql`
    not exists (
      select from member_settings s
      where s.member_id = ${member}
        and ${type} = any (s.hidden_activity_types)
    )`;

/** Columns of the posts that the statement names `alias`. */
export const postColumns = (alias: SQL): PostColumns => ({
  type: sql`${alias}.type`,
  authorId: sql`${alias}.author_id`,
  itemId: sql`${alias}.item_id`,
  albumId: sql`${alias}.album_id`,
  friendId: sql`${alias}.friend_id`,
});

/** SQL condition: what kinds ask of their posts besides the condition of all posts. */
export const visibleActivity = (viewer: SqlViewer, post: PostColumns): SQL =>
  sql.join(
    [sql`true`, ...listActivities().flatMap(({ isVisible }) => isVisible?.(viewer, post) ?? [])],
    sql` and `,
  );

/** The container that a post is about: its type and number as SQL, null for posts about none. */
export function containerOfActivity(
  post: PostColumns,
  numberOf: (container: string, itemId: SQL) => SQL,
): { type: SQL; id: SQL; isFound: SQL } {
  const kinds = listActivities().filter(({ about }) => about === 'container');
  const found = kinds.filter(({ isFound }) => isFound).map(({ type }) => literal(type));
  const caseOf = (value: (container: string) => SQL) => sql`
    case ${post.type}
      ${sql.join(
        kinds.map(({ type, container }) => sql`when ${literal(type)} then ${value(container!)}`),
        sql` `,
      )}
    end`;
  return {
    type: caseOf(literal),
    id: caseOf((container) => numberOf(container, post.itemId)),
    isFound: found.length ? sql`${post.type} in (${sql.join(found, sql`, `)})` : sql`false`,
  };
}

/** `case` over the type of the post; `otherwise` for the types without a value. */
function byType(
  post: PostColumns,
  valueOf: (activity: Activity) => SQL | undefined,
  otherwise: SQL,
): SQL {
  const cases = listActivities().flatMap((activity) => {
    const value = valueOf(activity);
    return value ? [sql`when ${literal(activity.type)} then (${value})`] : [];
  });
  return cases.length
    ? sql`case ${post.type} ${sql.join(cases, sql` `)} else ${otherwise} end`
    : otherwise;
}

/** SQL value: the item of a visible post, as JSON. */
export const activityItem = (viewer: SqlViewer, post: PostColumns): SQL =>
  byType(post, ({ item }) => item?.(viewer, post), sql`null::json`);

/** SQL value: the title of a post without a text. */
export const activityTitle = (post: PostColumns): SQL =>
  byType(post, ({ title }) => title?.(post), sql`''`);

/** The headline of a post of that type. */
export const activityHeadline = (
  type: string,
  facts: ActivityFacts<unknown>,
): Headline | undefined => findActivity(type)?.headline(facts as ActivityFacts<never>);

/** Fields of `params` of a post of that type. */
export const activityParams = (
  type: string,
  item: unknown,
  origin: string,
): Record<string, unknown> =>
  item === null ? {} : (findActivity(type)?.params?.(item as never, origin) ?? {});
