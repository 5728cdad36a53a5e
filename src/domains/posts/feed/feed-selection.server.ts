import type { SQL } from 'drizzle-orm';
import { composedOnce } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { hashtagKey } from '#domains/posts/hashtags.ts';
import { hides } from '#domains/posts/one-post.server.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { visibleOnWalls, visibleTo } from '#domains/posts/visibility.server.ts';
import { isContainerType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { attachmentList, fromContainers, isFirst, mergeNewest } from './feed-containers.server.ts';
import {
  and,
  isWithoutJoins,
  newestFirst,
  range,
  sortKey,
  toLastId,
  type FeedQuery,
  type Selection,
} from './feed-query.server.ts';
import { feedPageSize } from './feed.schema.ts';
import { isPostOnWall, isReadablePart, isUnpinned } from './wall-selection.server.ts';

const id = sql`${posts.id}`;

/** Not written by the site in a container: such posts stand on the wall of the container alone. */
const isWritten = sql`(${posts.audience} <> 'container' or ${posts.itemId} is null)`;

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
    joinsApart = false,
    wall: { type: wallType, id: wall } = {},
  } = query;
  const hashtag = hashtagKey(query.hashtag ?? '');
  const lastId = toLastId(query.maxid);
  const { hasContainers = false, hidesNothing = false } = member;
  const selection = {
    filter,
    minid,
    start,
    end,
    pinned,
    joinsApart,
    hashtag,
    wallType,
    wall,
    lastId,
    hasContainers,
    hidesNothing,
  };
  if (hashtag || minid || start || end) return selectPage(member, selection, limit);
  const key = [
    filter,
    wallType,
    pinned === 0,
    joinsApart,
    !lastId,
    hasContainers,
    hidesNothing,
    limit,
  ].join();
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
  const isPostShown = query.hidesNothing ? undefined : sql`not ${hides(member, 'post', id)}`;
  const readable = [
    visibleTo(member),
    onWall,
    query.pinned === 0 ? isUnpinned : undefined,
    isWithoutJoins(query) ? isPostOnWall() : undefined,
  ];
  // A post in the name of a page hides with the page, not with whoever wrote it.
  const shownInFeed = query.hidesNothing
    ? []
    : [isPostShown, sql`not ${hides(member, sql`${posts.subjectType}`, sql`${posts.subjectId}`)}`];
  const shown = [...readable, ...(wall === undefined ? shownInFeed : [isPostShown])];
  // Two limited subqueries, never an `or`: the planner would choose one of the two indexes by global
  // statistics, and for some members that is the wrong one. Without containers it is not even asked.
  const withContainers = (walls: SQL, list?: ReturnType<typeof attachmentList>): SQL =>
    query.hasContainers
      ? mergeNewest(limit, walls, (options) =>
          fromContainers(member, query, {
            ...options,
            ...(list ? { list } : {}),
            shown: shownInFeed,
          }),
        )
      : walls;
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
      return withContainers(walk(sql`posts`, sortKey, [visibleOnWalls(member), ...shownInFeed]));
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
      return withContainers(
        walk(list.from, list.sortKey, [
          sql`${isFirst(filter)} and first.object_type = 'member'`,
          visibleOnWalls(member),
          ...shownInFeed,
        ]),
        list,
      );
    }
    case 'user_saved':
      return walk(
        sql`saved_posts saved join posts on posts.id = saved.post_id`,
        sql`saved.post_sort_key`,
        [sql`saved.member_id = ${member.id}`, hasHashtag, ...shown],
      );
  }
}
