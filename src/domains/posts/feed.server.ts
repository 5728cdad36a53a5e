import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { toWire } from '#lib/dates.ts';
import { databaseNow } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { onePost, selectPosts, wallForVisitors, type FeedQuery } from './feed-selection.server.ts';
import type { FeedPage } from './feed.schema.ts';
import { readPostRows, type PostRow } from './post-rows.server.ts';
import { postView, previewView } from './posts.views.server.ts';

const emptyPage: FeedPage = { data: [], comment_preview: [], maxid: 0, minid: 0, activityCount: 0 };

interface PageView {
  viewer: Viewer;
  origin: string;
  /** The moment before, for members. */
  readAt: string;
}

function pageOf(rows: PostRow[], { readAt, ...view }: PageView): FeedPage {
  if (!rows.length) return emptyPage;
  return {
    data: rows.map((row) => ({
      ...postView(row, view),
      ...(isMember(view.viewer) ? { read_at: readAt } : {}),
    })),
    comment_preview: rows.flatMap((row) => previewView(row, view) ?? []),
    maxid: rows.at(-1)!.id - 1,
    minid: rows[0]!.id + 1,
    activityCount: rows.length,
  };
}

/**
 * A wall is there for whoever may open its owner's profile. Pages, groups and events have none yet.
 */
async function findWall(viewer: Viewer, { subject_type, subject_id }: FeedQuery): Promise<boolean> {
  if (subject_id === undefined) return true;
  if (subject_type !== 'member') return false;
  const found = await db.execute(
    sql`select 1 from members m where m.id = ${subject_id} and ${visibleProfile(viewer, sql`m.id`)}`,
  );
  return found.length > 0;
}

/** A page of posts, newest first. Visitors may ask for one post by its id and for nothing else. */
export async function readFeed(
  viewer: Viewer,
  query: FeedQuery = {},
  origin = '',
): Promise<FeedPage> {
  const readAt = toWire(databaseNow());
  if (query.postId !== undefined) {
    const rows = await readPostRows(viewer, onePost(viewer, query.postId, query));
    if (!rows.length) throw notFound();
    return pageOf(rows, { viewer, origin, readAt });
  }
  if (!isMember(viewer)) throw forbidden();
  const page = selectPosts(viewer, query);
  const [hasWall, rows] = await Promise.all([
    findWall(viewer, query),
    page ? readPostRows(viewer, page) : [],
  ]);
  if (!hasWall) throw notFound();
  return pageOf(rows, { viewer, origin, readAt });
}

/** A page of somebody's wall for their profile, which visitors may read too. */
export async function readWall(
  viewer: Viewer,
  ownerId: number,
  query: Pick<FeedQuery, 'maxid' | 'limit'> = {},
): Promise<FeedPage> {
  const wall = { subject_type: 'member', subject_id: ownerId } as const;
  if (isMember(viewer)) return readFeed(viewer, { ...query, ...wall });
  const [hasWall, rows] = await Promise.all([
    findWall(viewer, wall),
    readPostRows(viewer, wallForVisitors(viewer, ownerId, query), { withPreview: false }),
  ]);
  if (!hasWall) throw notFound();
  return pageOf(rows, { viewer, origin: '', readAt: '' });
}

const mostCounted = 1_000;

/** How many posts of that feed are there from `minid` on; counted up to 1,000. */
export async function countFeed(viewer: Viewer, query: FeedQuery): Promise<number> {
  if (!isMember(viewer)) throw forbidden();
  const page = selectPosts(viewer, query, mostCounted);
  const [hasWall, counted] = await Promise.all([
    findWall(viewer, query),
    page
      ? db.execute<{ count: number }>(sql`select count(*)::int as count from (${page}) counted`)
      : [{ count: 0 }],
  ]);
  if (!hasWall) throw notFound();
  return counted[0]!.count;
}
