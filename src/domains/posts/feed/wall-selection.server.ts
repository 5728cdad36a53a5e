import type { SQL } from 'drizzle-orm';
import { typesOnWall } from '#domains/activities/activity.server.ts';
import { readableFrom } from '#domains/containers/container-access.server.ts';
import type { SqlViewer, Viewer, Visitor } from '#domains/policy/viewer.ts';
import { maxPinned } from '#domains/posts/posts.rules.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { isContainerType, type WallType } from '#lib/container-types.ts';
import { sql } from '#server/sql.ts';
import { and, sortKey, upToPost, type Wall, type WallQuery } from './feed-query.server.ts';
import { feedPageSize } from './feed.schema.ts';

export const isUnpinned = sql`${posts.pinnedAt} is null`;

/** Not written by the site, by the index of the posts of containers that has these alone. */
export const isWrittenInContainer = sql`${posts.audience} = 'container' and ${posts.itemId} is null`;

/** Posts on the wall of a container: those written there, and items of such a type. */
export function isPostOnWall(): SQL {
  const types = typesOnWall('posts');
  if (!types) return isWrittenInContainer;
  return sql`
    (${posts.audience} = 'container' and (${posts.itemId} is null or ${posts.type} in ${types}))`;
}

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
export const isReadablePart = (
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
