import type { SQL } from 'drizzle-orm';
import { isAlbumSince } from '#domains/albums/visibility.server.ts';
import { readableContainer, readableFrom } from '#domains/containers/container-access.server.ts';
import { composedOnce } from '#domains/policy/audience.server.ts';
import {
  visitor,
  type Member,
  type SqlMember,
  type SqlViewer,
  type Viewer,
  type Visitor,
} from '#domains/policy/viewer.ts';
import { hashtagKey } from '#domains/posts/hashtags.ts';
import { maxPinned } from '#domains/posts/posts.rules.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { sortKeyAt } from '#domains/posts/sort-key.rules.ts';
import { visibleInContainer, visibleOnWalls, visibleTo } from '#domains/posts/visibility.server.ts';
import { isContainerType, quotedContainerTypes, type WallType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import type { SelectedFilter } from './feed-selection.rules.ts';
import { feedPageSize } from './feed.schema.ts';

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
}

/** A query whose ids may be slots. */
interface Selection extends Pick<FeedQuery, 'filter' | 'minid' | 'start' | 'end' | 'pinned'> {
  hashtag: string;
  wallType?: WallType | undefined;
  wall?: number | SQL | undefined;
  /** The last post of the page before. */
  lastId?: number | SQL | undefined;
  hasContainers: boolean;
}

export interface Wall {
  type: WallType;
  id: number;
}

const id = sql`${posts.id}`;
const sortKey = sql`${posts.sortKey}`;
const and = (conditions: Array<SQL | undefined>): SQL =>
  sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );

/** SQL condition: on the wall of the query, if it has one. */
const onWallOf = ({ wall }: FeedQuery): SQL | undefined =>
  wall && sql`(${posts.objectType} = ${wall.type} and ${posts.objectId} = ${wall.id})`;

/** One post, on the wall of the query if it has one. */
export const onePost = (viewer: Viewer, postId: number, query: FeedQuery = {}): SQL =>
  sql`
    select posts.*
    from posts
    where ${and([sql`${id} = ${postId}`, visibleTo(viewer), onWallOf(query)])}`;

/** Part of a wall. */
export type WallQuery = Pick<FeedQuery, 'maxid' | 'limit' | 'pinned'>;
const isUnpinned = sql`${posts.pinnedAt} is null`;

/** Not written by the site in a container: such posts stand on the wall of the container alone. */
const isWritten = sql`(${posts.audience} <> 'container' or ${posts.itemId} is null)`;
/** The same for posts of a container, by the index that has these alone. */
const isWrittenInContainer = sql`${posts.audience} = 'container' and ${posts.itemId} is null`;

/** Pinned posts of a container, in no order. */
export const pinnedPosts = (viewer: Viewer, { type, id: wallId }: Wall): SQL => sql`
  select posts.*
  from posts
  where ${posts.objectType} = ${type}
    and ${posts.objectId} = ${wallId}
    and ${posts.pinnedAt} is not null
    and ${visibleTo(viewer)}
  limit ${sql.raw(String(maxPinned))}`;

/** A lower bound of the lists of one container: what the viewer may not read is never walked. */
const isReadablePart = (
  viewer: SqlViewer,
  column: SQL,
  type: WallType = 'member',
  wallId: number | SQL = 0,
): SQL | undefined =>
  isContainerType(type)
    ? sql`(${column}, 0) >= (${readableFrom(viewer, sql`${type}`, sql`${wallId}`)}, 0)`
    : undefined;

/** Posts of a wall or container that visitors may read, newest first. */
export const wallForVisitors = (
  viewer: Visitor,
  wall: Wall,
  { maxid, limit = feedPageSize, pinned }: WallQuery,
): SQL => sql`
  select posts.*
  from posts
  where ${posts.objectType} = ${wall.type}
    and ${posts.objectId} = ${wall.id}
    ${wall.type === 'member' ? sql`` : sql`and ${isWrittenInContainer}`}
    and ${and([isReadablePart(viewer, sortKey, wall.type, wall.id), visibleTo(viewer)])}
    ${pinned === 0 ? sql`and ${isUnpinned}` : sql``}
    ${maxid ? sql`and ${sortKey} <= ${upToPost(maxid + 1)}` : sql``}
  order by ${sortKey} desc
  limit ${sql.raw(String(limit))}`;

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
const upToPost = (lastId: number | SQL): SQL => cursorSortKey(lastId, sql`- 1`, sql``);
/** The id of that post. */
const toLastId = (maxid: number | undefined): number | undefined => (maxid ? maxid + 1 : undefined);
/** Lower bound: newer than the newest post that was read, `minid - 1`. */
const fromCursor = (minid: number): SQL => cursorSortKey(minid - 1, sql`+ 1`, sql`+ 1`);

/**
 * Cursors and dates as a range of the sort key column that the feed scans, so that an old month is
 * found by an index probe. The lower bound is a row comparison: with two plain bounds the planner
 * expects a handful of rows and sorts what may be all posts.
 */
const range = (column: SQL, { lastId, minid, start, end }: Selection): Array<SQL | undefined> => [
  lastId ? sql`${column} <= ${upToPost(lastId)}` : undefined,
  minid ? sql`(${column}, 0) >= (${fromCursor(minid)}, 0)` : undefined,
  start && sql`(${column}, 0) >= (${sortKeyAt(start)}::bigint, 0)`,
  end && sql`${column} < ${sortKeyAt(afterSecond(end))}::bigint`,
];

/** The limit is a literal: with an unknown one the planner expects a tenth of the table and sorts it. */
const newestFirst = (limit: number) => (column: SQL) =>
  sql`order by ${column} desc limit ${sql.raw(String(limit))}`;

const hides = (member: SqlMember, type: SQL | string, item: SQL): SQL =>
  sql`
    exists (
      select from hidden_items h
      where h.member_id = ${member.id} and h.type = ${type} and h.item_id = ${item}
    )`;

/** SQL condition: the member may see the post and has not hidden it. */
export const shownToMember = (member: Member): SQL =>
  sql`(${visibleTo(member)} and not ${hides(member, 'post', id)})`;

/** Posts with these ids, at most as many as a page has. */
export const postsByIds = (member: Member, ids: number[]): SQL => sql`
  select posts.*
  from posts
  where ${id} = any (${sql.param(ids)}::bigint[]) and ${shownToMember(member)}`;

/** Liked containers whose posts a home feed shows: those with the newest posts. */
const maxLiked = 500;

/**
 * Containers that the member likes, without joining or following them. Whoever has unfollowed or
 * left one does not get it back by an old like.
 */
const likedContainers = (member: SqlMember, type: WallType | undefined): SQL => sql`
  select c.type, c.id
  from reactions r
  join containers c on c.type = r.subject_type::text and c.id = r.subject_id
  where r.member_id = ${member.id}
    and r.subject_type in (${sql.raw(quotedContainerTypes)})
    ${type ? sql`and c.type = ${type}` : sql``}
    and c.newest_sort_key is not null
    and not exists (
      select from memberships ms
      where ms.type = c.type
        and ms.id = c.id
        and ms.member_id = ${member.id}
        and (
          ms.state in ('member', 'banned')
          or ms.is_following
          or not ms.is_shown_in_feed
        )
    )
  order by c.newest_sort_key desc
  limit ${sql.raw(String(maxLiked))}`;

/**
 * Containers whose posts the member's feed shows: those they belong to, follow or like and may read.
 */
const feedContainers = (member: SqlMember, type?: WallType): SQL => sql`
  select c.type, c.id,
    case when mine.is_member or c.public_from is null then 0 else c.public_from end as first_key
  from (
    select ms.type, ms.id, ms.state = 'member' as is_member
    from memberships ms
    where ms.member_id = ${member.id}
      and (ms.state = 'member' or ms.is_following)
      and ms.is_shown_in_feed
      ${type ? sql`and ms.type = ${type}` : sql``}
    union all
    select liked.type, liked.id, false
    from (${likedContainers(member, type)}) liked
  ) mine
  join containers c on c.type = mine.type and c.id = mine.id
  where ${readableContainer(member, sql`c`)}`;

/** Posts of a wall or container, in the order of an index. */
interface PostList {
  from: SQL;
  sortKey: SQL;
  isIn: (type: SQL, id: SQL) => SQL;
}

const postList: PostList = {
  from: sql`posts`,
  sortKey,
  isIn: (type, wallId) => sql`${posts.objectType} = ${type} and ${posts.objectId} = ${wallId}`,
};

const isFirst = (type: string) => sql`first.type = ${type} and first.position = 0`;
/** Posts with photos, a video or a link, which the table of attachments lists. */
const attachmentList = (type: string): PostList => ({
  from: sql`attachments first join posts on posts.id = first.post_id`,
  sortKey: sql`first.post_sort_key`,
  isIn: (objectType, objectId) => sql`
    first.object_type = ${objectType} and first.object_id = ${objectId} and ${isFirst(type)}`,
});

interface NewestOptions {
  list?: PostList;
  newest: (column: SQL) => SQL;
  /** Further conditions on a post. */
  shown?: Array<SQL | undefined>;
}

/**
 * The newest posts of containers, which `containers` selects. The newest 15 of any number of ordered lists lie in
 * the 15 lists with the newest heads, so only those are read further. The head is found with the
 * same conditions as the rest; otherwise a list whose head is hidden would push out another.
 */
function newestOfContainers(
  viewer: SqlViewer,
  containers: SQL,
  query: Selection,
  { list = postList, newest, shown = [] }: NewestOptions,
): SQL {
  const postsOf = (container: SQL) => sql`
    from ${list.from}
    where ${list.isIn(sql`${container}.type`, sql`${container}.id`)}
      and ${isWrittenInContainer}
      and ${list.sortKey} >= ${container}.first_key
      and ${isAlbumSince(sql`${posts.albumId}`, sql`${container}.first_key`)}
      and ${and([...range(list.sortKey, query), visibleInContainer(viewer), ...shown])}`;
  return sql`
    select posts.*
    from (
      select fc.type, fc.id, fc.first_key
      from (${containers}) fc
      cross join lateral (
        select ${list.sortKey} as sort_key ${postsOf(sql`fc`)}
        order by ${list.sortKey} desc
        limit 1
      ) head
      ${newest(sql`head.sort_key`)}
    ) heads
    cross join lateral (
      select posts.id, ${list.sortKey} as sort_key ${postsOf(sql`heads`)} ${newest(list.sortKey)}
    ) newest
    join posts on posts.id = newest.id
    ${newest(sql`newest.sort_key`)}`;
}

/** The newest posts of the member's containers, or of those of one type. */
const fromContainers = (
  member: SqlMember,
  query: Selection,
  options: NewestOptions,
  type?: WallType,
): SQL => newestOfContainers(member, feedContainers(member, type), query, options);

const everything: Selection = { hashtag: '', hasContainers: false };

/**
 * The newest posts that visitors may read. As in the home feed those of containers are a list of
 * their own: a walk over all posts would step over whatever stands in closed ones. Containers whose
 * newest post is older than all that are found on walls are not read.
 */
export function newestPublicPosts(limit: number): SQL {
  const newest = newestFirst(limit);
  const lastOnWalls = sql`
    select case when count(*) = ${sql.raw(String(limit))} then min(w.sort_key) else 0 end
    from newest_on_walls w`;
  const containers = sql`
    select c.type, c.id, coalesce(c.public_from, 0) as first_key
    from containers c
    where c.newest_sort_key > (${lastOnWalls}) and ${readableContainer(visitor, sql`c`)}`;
  return sql`
    with newest_on_walls as materialized (
      select posts.*
      from posts
      where ${visibleOnWalls(visitor)} ${newest(sortKey)}
    )
    select posts.*
    from (
      (select * from newest_on_walls)
      union all (${newestOfContainers(visitor, containers, everything, { newest })})
    ) posts
    ${newest(sql`posts.sort_key`)}`;
}

/**
 * The home feed: the newest posts on walls and those of the member's containers, merged. Two limited
 * subqueries, never an `or`: the planner would choose one of the two indexes by global statistics,
 * and for some members that is the wrong one. Without containers the second is not even asked.
 */
const mergeWithContainers = (
  { hasContainers }: Selection,
  {
    walls,
    containers,
    newest,
  }: { walls: SQL; containers: () => SQL; newest: (column: SQL) => SQL },
): SQL =>
  hasContainers
    ? sql`
      select posts.*
      from ((${walls}) union all (${containers()})) posts
      ${newest(sql`posts.sort_key`)}`
    : walls;

/** Upper bound of the shapes that are kept: clients choose the limit, which is in the text. */
const maxShapes = 300;
const shapes = new Map<string, (member: Member, wall: number, lastId: number) => SQL>();

/**
 * Selects the posts of one page. Each filter scans the index that has its order and stops at the
 * limit. Leaves out hidden posts and authors; a hidden author's own wall shows their posts.
 * Composed once for each shape of the pages that are read most, those without hashtag and times.
 */
export function selectPosts(
  member: Member,
  query: FeedQuery,
  limit = query.limit ?? feedPageSize,
): SQL {
  const {
    filter = 'all',
    minid,
    start,
    end,
    pinned,
    wall: { type: wallType, id: wall } = {},
  } = query;
  const hashtag = hashtagKey(query.hashtag ?? '');
  const lastId = toLastId(query.maxid);
  const { hasContainers = false } = member;
  const selection = {
    filter,
    minid,
    start,
    end,
    pinned,
    hashtag,
    wallType,
    wall,
    lastId,
    hasContainers,
  };
  if (hashtag || minid || start || end) return selectPage(member, selection, limit);
  const key = [filter, wallType, pinned === 0, !lastId, hasContainers, limit].join();
  let select = shapes.get(key);
  if (!select) {
    if (shapes.size >= maxShapes) return selectPage(member, selection, limit);
    select = composedOnce((asking, wallSlot: SQL, lastSlot: SQL) =>
      selectPage(
        asking,
        { ...selection, wall: wall && wallSlot, lastId: lastId && lastSlot },
        limit,
      ),
    );
    shapes.set(key, select);
  }
  return select(member, wall ?? 0, lastId ?? 0);
}

function selectPage(member: SqlMember, query: Selection, limit: number): SQL {
  const { filter = 'all', wallType, wall, hashtag } = query;
  const newest = newestFirst(limit);
  const hasHashtag = hashtag
    ? sql`
      exists (
        select from post_hashtags ph
        where ph.hashtag = ${hashtag} and ph.post_id = ${id}
      )`
    : undefined;
  const onWall =
    wall === undefined
      ? undefined
      : sql`${posts.objectType} = ${wallType} and ${posts.objectId} = ${wall}`;
  const isPostShown = sql`not ${hides(member, 'post', id)}`;
  const readable = [visibleTo(member), onWall, query.pinned === 0 ? isUnpinned : undefined];
  const shownInFeed = [
    isPostShown,
    // A post in the name of a page hides with the page, not with whoever wrote it.
    sql`not ${hides(member, sql`${posts.subjectType}`, sql`${posts.subjectId}`)}`,
  ];
  const shown = [...readable, ...(wall === undefined ? shownInFeed : [isPostShown])];
  const walk = (list: SQL, column: SQL, conditions: Array<SQL | undefined>) =>
    sql`
      select posts.*
      from ${list}
      where ${and([
        ...range(column, query),
        wall === undefined ? undefined : isReadablePart(member, column, wallType, wall),
        ...conditions,
      ])}
      ${newest(column)}`;

  if (isContainerType(filter))
    return wall === undefined
      ? fromContainers(member, query, { newest, shown: [hasHashtag, ...shownInFeed] }, filter)
      : walk(sql`posts`, sortKey, [sql`${posts.objectType} = ${filter}`, hasHashtag, ...shown]);
  switch (filter) {
    case 'all':
      if (hashtag)
        return walk(
          sql`post_hashtags ph join posts on posts.id = ph.post_id`,
          sql`ph.post_sort_key`,
          [sql`ph.hashtag = ${hashtag}`, ...shown],
        );
      // A wall or container walks its own index.
      if (wall !== undefined) return walk(sql`posts`, sortKey, shown);
      return mergeWithContainers(query, {
        walls: walk(sql`posts`, sortKey, [visibleOnWalls(member), ...shownInFeed]),
        containers: () => fromContainers(member, query, { newest, shown: shownInFeed }),
        newest,
      });
    case 'my_posts':
      // Own posts cannot be hidden.
      return walk(sql`posts`, sortKey, [
        sql`${posts.authorId} = ${member.id}`,
        wall === undefined ? isWritten : undefined,
        hasHashtag,
        ...readable,
      ]);
    case 'membership':
      // Reads the newest posts of each friend by the author's index and merges them: a scan of all
      // posts would not end for a member with few friends. Conditions on single posts apply before
      // each friend's limit, the others after merging.
      return sql`
        select posts.*
        from friendships f
        cross join lateral (
          select posts.id, posts.sort_key
          from posts
          where ${posts.authorId} = f.friend_id
            and ${posts.audience} in ('everyone', 'friends')
            and ${posts.publishedAt} <= ${now()}
            and ${and([...range(sortKey, query), hasHashtag, isPostShown])} ${newest(sortKey)}
        ) newest
        join posts on posts.id = newest.id
        where f.member_id = ${member.id}
          and ${and([visibleOnWalls(member), onWall, ...(wall === undefined ? shownInFeed : [isPostShown])])}
        ${newest(sql`newest.sort_key`)}`;
    case 'photo':
    case 'video':
    case 'link': {
      const list = attachmentList(filter);
      if (wall !== undefined)
        return walk(list.from, list.sortKey, [
          list.isIn(sql`${wallType}`, sql`${wall}`),
          hasHashtag,
          ...shown,
        ]);
      // A hashtag finds all that the member may read.
      if (hashtag)
        return walk(
          sql`post_hashtags ph join posts on posts.id = ph.post_id`,
          sql`ph.post_sort_key`,
          [
            sql`ph.hashtag = ${hashtag}`,
            sql`
              exists (
                select from attachments first where first.post_id = ${id} and ${isFirst(filter)}
              )`,
            ...shown,
          ],
        );
      return mergeWithContainers(query, {
        walls: walk(list.from, list.sortKey, [
          sql`${isFirst(filter)} and first.object_type = 'member'`,
          visibleOnWalls(member),
          ...shownInFeed,
        ]),
        containers: () => fromContainers(member, query, { list, newest, shown: shownInFeed }),
        newest,
      });
    }
    case 'user_saved':
      return walk(
        sql`saved_posts saved join posts on posts.id = saved.post_id`,
        sql`saved.post_sort_key`,
        [sql`saved.member_id = ${member.id}`, hasHashtag, ...shown],
      );
  }
}
