import { typesOnWall } from '#domains/activities/activity.server.ts';
import { commentCount } from '#domains/comments/comment-rows.server.ts';
import { isStaffOf } from '#domains/containers/container-access.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { hides } from '#domains/posts/one-post.server.ts';
import type { PostRow } from '#domains/posts/post-rows.server.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import {
  and,
  hasJoinsApart,
  newestFirst,
  range,
  sortKey,
  toLastId,
  type FeedQuery,
} from './feed-query.server.ts';
import { feedPageSize } from './feed.schema.ts';
import { maxJoins } from './joins.rules.ts';
import { isReadablePart } from './wall-selection.server.ts';

/** A system post of a container, of which a wall says no more than this. */
export interface JoinRow {
  id: number;
  authorId: number;
  displayname: string;
  avatar: string | null;
  publishedAt: string;
  comments: number;
  /** The viewer is staff of the container. */
  isModerated: boolean;
  /** How many of the written posts precede it. */
  position: number;
}

/**
 * Joins of a container between the written posts of a page, newest first; undefined where the
 * query does not ask for them. A full page ends with its last post, every other with the last join.
 */
export async function listJoins(
  member: Member,
  query: FeedQuery,
  written: Array<Pick<PostRow, 'id'>>,
): Promise<JoinRow[] | undefined> {
  const { wall, hashtag = '', limit = feedPageSize, maxid, minid = 0 } = query;
  if (!wall || !hasJoinsApart({ ...query, hashtag, wallType: wall.type })) return undefined;
  const types = typesOnWall('joins');
  if (!types) return [];
  const [type, id] = [sql`${wall.type}`, sql`${wall.id}`];
  const isFull = written.length >= limit;
  const bounds = {
    lastId: toLastId(maxid),
    minid,
    start: query.start,
    end: query.end,
    hashtag,
    hasContainers: true,
  };
  const postId = sql`${posts.id}`;
  return db.execute<JoinRow & Record<string, unknown>>(sql`
    with written as materialized (
      select p.sort_key
      from posts p
      where p.id = any (${sql.param(written.map((post) => post.id))}::bigint[])
    ),
      joins as materialized (
        select posts.*
        from posts
        where ${and([
          sql`${posts.objectType} = ${type} and ${posts.objectId} = ${id}`,
          sql`${posts.audience} = 'container' and ${posts.itemId} is not null`,
          sql`${posts.type} in ${types}`,
          ...range(sortKey, bounds),
          isFull ? sql`(${sortKey}, 0) >= ((select min(w.sort_key) from written w), 0)` : undefined,
          isReadablePart(member, sortKey, wall.type, wall.id),
          visibleTo(member),
          sql`not ${hides(member, 'post', postId)}`,
        ])}
        ${newestFirst(maxJoins)(sortKey)}
      )
    select j.id, j.author_id as "authorId", author.displayname,
      ${avatarFor(member, sql`author`)} as avatar, j.published_at::text as "publishedAt",
      ${commentCount(member, sql`'post'::subject_type`, sql`j.id`)} as comments,
      ${isStaffOf(member, type, id)} as "isModerated",
      (select count(*)::int from written w where w.sort_key > j.sort_key) as position
    from joins j
    join members author on author.id = j.author_id
    order by j.sort_key desc`);
}
