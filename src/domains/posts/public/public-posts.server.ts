import { and, desc, gt, lte, type SQL } from 'drizzle-orm';
import { visitor } from '#domains/policy/viewer.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { mergeNewest, newestOfContainers } from '#domains/posts/feed/feed-containers.server.ts';
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
 * their own: a walk over all posts would step over whatever stands in closed ones.
 */
export function newestPublicPosts(limit: number): SQL {
  const walls = sql`
    select posts.*
    from posts
    where ${visibleOnWalls(visitor)} ${newestFirst(limit)(sortKey)}`;
  const all = { from: sql`containers c`, isReadFromStart: sql`false` };
  return mergeNewest(limit, walls, (options) =>
    newestOfContainers(visitor, all, everything, options),
  );
}

/** The newest posts that visitors may read, for the Atom feed. */
export async function latestPublicPosts(count: number, origin = ''): Promise<FeedItem[]> {
  const rows = await readPostRows(visitor, newestPublicPosts(count), { withPreview: false });
  return rows.map((row) => postView(row, { viewer: visitor, origin }));
}
