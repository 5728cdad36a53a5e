import { checkReadable } from '#domains/containers/container-kinds.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { onePost, postsByIds } from '#domains/posts/one-post.server.ts';
import { readPostRows } from '#domains/posts/post-rows.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { toWire } from '#lib/dates.ts';
import { databaseNow, now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { FeedQuery, Wall, WallQuery } from './feed-query.server.ts';
import { selectPosts } from './feed-selection.server.ts';
import type { FeedPage } from './feed.schema.ts';
import { feedPageView } from './feed.views.server.ts';
import { listJoins } from './joins.server.ts';
import { pinnedPosts, wallForVisitors } from './wall-selection.server.ts';

/** Checks that the viewer may open the wall or container of the query (`checkReadable`). */
const checkWall = async (viewer: Viewer, { wall }: FeedQuery): Promise<void> => {
  if (wall) await checkReadable(viewer, wall);
};

/** A page of posts, newest first. Visitors may read single posts only. */
export async function readFeed(
  viewer: Viewer,
  query: FeedQuery = {},
  origin = '',
): Promise<FeedPage> {
  const readAt = toWire(databaseNow());
  if (query.postId !== undefined) {
    const rows = await readPostRows(viewer, onePost(viewer, query.postId, query));
    if (!rows.length) throw notFound();
    return feedPageView(rows, { viewer, origin, readAt });
  }
  const member = requireMember(viewer);
  const page = selectPosts(member, query);
  const [rows] = await Promise.all([readPostRows(viewer, page), checkWall(viewer, query)]);
  const joins = await listJoins(member, query, rows);
  return feedPageView(rows, { viewer, origin, readAt }, joins);
}

/** A page of posts of a wall or container; open to visitors. */
export async function readWall(
  viewer: Viewer,
  id: number,
  query: WallQuery = {},
  type: WallType = 'member',
): Promise<FeedPage> {
  if (isMember(viewer)) return readFeed(viewer, { ...query, wall: { type, id } });
  const [rows] = await Promise.all([
    readPostRows(viewer, wallForVisitors(viewer, { type, id }, query), { withPreview: false }),
    checkReadable(viewer, { type, id }),
  ]);
  return feedPageView(rows, { viewer, origin: '', readAt: '' });
}

/** Posts that another list has found, newest first. */
export async function readPosts(member: Member, ids: number[]): Promise<FeedPage> {
  const readAt = toWire(databaseNow());
  const rows = ids.length ? await readPostRows(member, postsByIds(member, ids)) : [];
  return feedPageView(rows, { viewer: member, origin: '', readAt });
}

/** The pinned posts of a container, newest first. */
export async function readPinned(viewer: Viewer, wall: Wall, origin = ''): Promise<FeedPage> {
  const readAt = toWire(databaseNow());
  const [rows] = await Promise.all([
    readPostRows(viewer, pinnedPosts(viewer, wall), { withPreview: isMember(viewer) }),
    checkReadable(viewer, wall),
  ]);
  return feedPageView(rows, { viewer, origin, readAt });
}

const maxCount = 1_000;

/** Number of posts of a feed from `minid` on, up to 1,000. */
export async function countFeed(viewer: Viewer, query: FeedQuery): Promise<number> {
  const page = selectPosts(requireMember(viewer), query, maxCount);
  const [counted] = await Promise.all([
    db.execute<{ count: number }>(sql`select count(*)::int as count from (${page}) counted`),
    checkWall(viewer, query),
  ]);
  return counted[0]!.count;
}

/** Deletes tombstones after a day, when no feed has such a cursor any more. */
export async function prunePostTombstones(): Promise<void> {
  await db.execute(
    sql`delete from post_tombstones where deleted_at <= ${now()} - interval '1 day'`,
  );
}
