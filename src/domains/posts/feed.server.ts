import { checkReadable } from '#domains/containers/container-kinds.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import type { WallType } from '#lib/container-types.ts';
import { toWire } from '#lib/dates.ts';
import { databaseNow, now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  onePost,
  pinnedPosts,
  selectPosts,
  somePosts,
  wallForVisitors,
  type FeedQuery,
  type Wall,
  type WallQuery,
} from './feed-selection.server.ts';
import type { FeedPage } from './feed.schema.ts';
import { readPostRows, type PostRow } from './post-rows.server.ts';
import { postView, previewView } from './posts.views.server.ts';

const emptyPage: FeedPage = { data: [], comment_preview: [], maxid: 0, minid: 0, activityCount: 0 };

interface PageView {
  viewer: Viewer;
  origin: string;
  /** Time before the read, for members. */
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

/** Checks that the viewer may open the wall or container of the query (`checkReadable`). */
const checkWall = async (
  viewer: Viewer,
  { subject_type: type, subject_id: id }: FeedQuery,
): Promise<void> => {
  if (id !== undefined) await checkReadable(viewer, { type: type ?? '', id });
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
    return pageOf(rows, { viewer, origin, readAt });
  }
  const page = selectPosts(requireMember(viewer), query);
  const [rows] = await Promise.all([
    page ? readPostRows(viewer, page) : [],
    checkWall(viewer, query),
  ]);
  return pageOf(rows, { viewer, origin, readAt });
}

/** A page of posts of a wall or container; open to visitors. */
export async function readWall(
  viewer: Viewer,
  id: number,
  query: WallQuery = {},
  type: WallType = 'member',
): Promise<FeedPage> {
  if (isMember(viewer)) return readFeed(viewer, { ...query, subject_type: type, subject_id: id });
  const [rows] = await Promise.all([
    readPostRows(viewer, wallForVisitors(viewer, { type, id }, query), { withPreview: false }),
    checkReadable(viewer, { type, id }),
  ]);
  return pageOf(rows, { viewer, origin: '', readAt: '' });
}

/** Posts that another list has found, newest first. */
export async function readPosts(member: Member, ids: number[]): Promise<FeedPage> {
  const readAt = toWire(databaseNow());
  const rows = ids.length ? await readPostRows(member, somePosts(member, ids)) : [];
  return pageOf(rows, { viewer: member, origin: '', readAt });
}

/** The pinned posts of a container, newest first. */
export async function readPinned(viewer: Viewer, wall: Wall, origin = ''): Promise<FeedPage> {
  const readAt = toWire(databaseNow());
  const [rows] = await Promise.all([
    readPostRows(viewer, pinnedPosts(viewer, wall), { withPreview: isMember(viewer) }),
    checkReadable(viewer, wall),
  ]);
  return pageOf(rows, { viewer, origin, readAt });
}

const maxCount = 1_000;

/** Number of posts of a feed from `minid` on, up to 1,000. */
export async function countFeed(viewer: Viewer, query: FeedQuery): Promise<number> {
  const page = selectPosts(requireMember(viewer), query, maxCount);
  const [counted] = await Promise.all([
    page
      ? db.execute<{ count: number }>(sql`select count(*)::int as count from (${page}) counted`)
      : [{ count: 0 }],
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
