import { and, desc, gt, lte, type SQL } from 'drizzle-orm';
import { firstKey, readableContainer } from '#domains/containers/container-access.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { newestOfContainers } from '#domains/posts/feed/feed-containers.server.ts';
import { newestFirst, sortKey, type Selection } from '#domains/posts/feed/feed-query.server.ts';
import { readPostRows } from '#domains/posts/post-rows.server.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { postView } from '#domains/posts/posts.views.server.ts';
import { visibleOnWalls, visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import type { SitemapEntry } from '#server/domain.ts';
import { sql } from '#server/sql.ts';

/** Ids per sitemap file; ranges of ids cost the same for every file. */
const rangeSize = 10_000;

const modifiedAt = sql<Date>`coalesce(${posts.editedAt}, ${posts.publishedAt})`.mapWith(
  posts.publishedAt,
);

export async function countSitemapPages(): Promise<number> {
  const [newest] = await db.select({ id: posts.id }).from(posts).orderBy(desc(posts.id)).limit(1);
  return newest ? Math.ceil(newest.id / rangeSize) : 0;
}

/** Public posts in one range of ids; undefined past the last range. */
export async function listSitemapPage(page: number): Promise<SitemapEntry[] | undefined> {
  const start = (page - 1) * rangeSize;
  const [beyond] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(gt(posts.id, start))
    .limit(1);
  if (!beyond) return undefined;
  const found = await db
    .select({ id: posts.id, modifiedAt })
    .from(posts)
    .where(and(visibleTo(visitor), gt(posts.id, start), lte(posts.id, start + rangeSize)))
    .orderBy(posts.id);
  return found.map(({ id, ...entry }) => ({ path: `/posts/${id}`, ...entry }));
}

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
    select c.type, c.id, ${firstKey(visitor, sql`c`, sql`false`)} as first_key
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

/** The newest posts that visitors may read, for the Atom feed. */
export async function latestPublicPosts(count: number, origin = ''): Promise<FeedItem[]> {
  const rows = await readPostRows(visitor, newestPublicPosts(count), { withPreview: false });
  return rows.map((row) => postView(row, { viewer: visitor, origin }));
}
