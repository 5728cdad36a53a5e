import type { SQL } from 'drizzle-orm';
import { isAlbumSince } from '#domains/albums/visibility.server.ts';
import { firstKey, readableContainer } from '#domains/containers/container-access.server.ts';
import { albumsShown } from '#domains/containers/container-kinds.server.ts';
import type { SqlMember, SqlViewer } from '#domains/policy/viewer.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { visibleInContainer } from '#domains/posts/visibility.server.ts';
import { quotedContainerTypes, type WallType } from '#lib/container-types.ts';
import { sql } from '#server/sql.ts';
import { and, newestFirst, range, sortKey, type Selection } from './feed-query.server.ts';
import { isWrittenInContainer } from './wall-selection.server.ts';

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

/** Containers whose posts a list may show. */
interface Containers {
  /** A list of tables, with the row `c` of each container. */
  from: SQL;
  /** Whether all in it is read, not only what is newer than its opening. */
  isReadFromStart: SQL;
}

/** Those that the member belongs to, follows or likes. */
const feedContainers = (member: SqlMember, type?: WallType): Containers => ({
  isReadFromStart: sql`mine.is_member`,
  from: sql`(
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
  join containers c on c.type = mine.type and c.id = mine.id`,
});

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

export const isFirst = (type: string) => sql`first.type = ${type} and first.position = 0`;
/** Posts with photos, a video or a link, which the table of attachments lists. */
export const attachmentList = (type: string): PostList => ({
  from: sql`attachments first join posts on posts.id = first.post_id`,
  sortKey: sql`first.post_sort_key`,
  isIn: (objectType, objectId) => sql`
    first.object_type = ${objectType} and first.object_id = ${objectId} and ${isFirst(type)}`,
});

interface NewestOptions {
  /** Sort key of the oldest post that may be among those. */
  bound?: SQL;
  list?: PostList;
  newest: (column: SQL) => SQL;
  /** Further conditions on a post. */
  shown?: Array<SQL | undefined>;
}

/**
 * The newest posts of those of the containers that the viewer reads. The newest 15 of any number of ordered lists lie in
 * the 15 lists with the newest heads, so only those are read further. The head is found with the
 * same conditions as the rest; otherwise a list whose head is hidden would push out another.
 */
export function newestOfContainers(
  viewer: SqlViewer,
  { from, isReadFromStart }: Containers,
  query: Selection,
  { bound = sql`0::bigint`, list = postList, newest, shown = [] }: NewestOptions,
): SQL {
  const postsOf = (container: SQL) => sql`
    from ${list.from}
    where ${list.isIn(sql`${container}.type`, sql`${container}.id`)}
      and ${isWrittenInContainer}
      and ${list.sortKey} >= greatest(${container}.first_key, ${container}.bound)
      and (
        ${posts.albumId} is null
        or ${container}.shows_albums
          and ${isAlbumSince(sql`${posts.albumId}`, container, sql`${container}.first_key`)}
      )
      and ${and([...range(list.sortKey, query), visibleInContainer(viewer), ...shown])}`;
  const c = sql`c`;
  return sql`
    select posts.*
    from (
      select fc.*
      from (
        select c.type, c.id, ${firstKey(viewer, c, isReadFromStart)} as first_key,
          ${bound} as bound, ${albumsShown(viewer, c)} as shows_albums
        from ${from}
        where c.newest_sort_key >= ${bound} and ${readableContainer(viewer, c)}
      ) fc
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
export const fromContainers = (
  member: SqlMember,
  query: Selection,
  options: NewestOptions,
  type?: WallType,
): SQL => newestOfContainers(member, feedContainers(member, type), query, options);

/**
 * The newest posts on walls and in containers. Containers whose newest post is older than the last of
 * a full page from walls are not read, nor what is older in the others.
 * @param walls selects the newest on walls, at most `limit`
 * @param containers selects those of containers
 */
export function mergeNewest(
  limit: number,
  walls: SQL,
  containers: (options: Required<Pick<NewestOptions, 'bound' | 'newest'>>) => SQL,
): SQL {
  const newest = newestFirst(limit);
  const bound = sql`(select last.sort_key from last_on_walls last)`;
  return sql`
    with newest_on_walls as materialized (${walls}),
      last_on_walls as materialized (
        select case when count(*) = ${sql.raw(String(limit))} then min(w.sort_key) else 0 end
          as sort_key
        from newest_on_walls w
      )
    select posts.*
    from ((select * from newest_on_walls) union all (${containers({ bound, newest })})) posts
    ${newest(sql`posts.sort_key`)}`;
}
