import { sql, type SQL } from 'drizzle-orm';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { hashtagKey } from './hashtags.ts';
import { type PostRow, readPostRows } from './post-rows.server.ts';
import { feedPageSize, type FeedFilter, type FeedPage } from './feed.schema.ts';
import { posts } from './posts.table.ts';
import { postView, previewView } from './posts.views.server.ts';
import { visibleTo } from './visibility.server.ts';

export interface FeedQuery {
  maxid?: number;
  limit?: number;
  filter_type?: FeedFilter | undefined;
  feed_type?: FeedFilter | undefined;
  timeline_start?: Date | undefined;
  timeline_end?: Date | undefined;
  subject_type?: string | undefined;
  subject_id?: number | undefined;
  action_id?: number | undefined;
  hashtag?: string | undefined;
  minid?: number;
}

const id = sql`${posts.id}`;
const and = (...conditions: Array<SQL | undefined>): SQL => sql.join(conditions.filter((one) => one !== undefined), sql` and `);

/**
 * Dates as a range of ids, so that an old month is found by two index probes and not by walking back to it. Ids rise with
 * the time of publishing, up to the length of a transaction: the bounds lie a minute outside, the dates themselves decide.
 */
function within(start: Date | undefined, end: Date | undefined): SQL[] {
  const neighbour = (condition: SQL, direction: 'asc' | 'desc') =>
    sql`(select edge.id from posts edge where ${condition} order by edge.published_at ${sql.raw(direction)}, edge.id ${sql.raw(direction)} limit 1)`;
  const conditions: SQL[] = [];
  if (start) {
    const from = start.toISOString();
    conditions.push(sql`${posts.publishedAt} >= ${from}::timestamptz`);
    conditions.push(sql`${id} > coalesce(${neighbour(sql`edge.published_at < ${from}::timestamptz - interval '1 minute'`, 'desc')}, 0)`);
  }
  if (end) {
    // A date names a second, and all of it counts.
    const to = new Date(Math.floor(end.getTime() / 1000) * 1000).toISOString();
    conditions.push(sql`${posts.publishedAt} < ${to}::timestamptz + interval '1 second'`);
    conditions.push(sql`${id} < coalesce(${neighbour(sql`edge.published_at > ${to}::timestamptz + interval '1 minute'`, 'asc')}, 9223372036854775807)`);
  }
  return conditions;
}

const hides = (member: Member, type: string, item: SQL): SQL =>
  sql`exists (select from hidden_items h where h.member_id = ${member.id} and h.type = ${type} and h.item_id = ${item})`;

/** What the member has hidden stays out; on the wall of somebody hidden, their posts show all the same. */
const notHidden = (member: Member, isWall: boolean): SQL =>
  isWall ? sql`not ${hides(member, 'activity_action', id)}` : sql`not ${hides(member, 'activity_action', id)} and not ${hides(member, 'user', sql`${posts.authorId}`)}`;

interface Selection {
  filter: FeedFilter;
  /** Cursor, dates and hashtag. */
  range: SQL[];
  wall: number | undefined;
  hashtag: string;
  limit: number;
}

/** The ids of one page: each kind of feed walks the index that has its order and stops at the limit. Undefined: always empty. */
function select(member: Member, { filter, range, wall, hashtag, limit }: Selection): SQL | undefined {
  // Written out: with an unknown limit the planner would expect a tenth of the table and sort it.
  const newest = sql`order by ${id} desc limit ${sql.raw(String(limit))}`;
  const shown = and(...range, visibleTo(member), notHidden(member, wall !== undefined), wall === undefined ? undefined : sql`${posts.objectType} = 'user' and ${posts.objectId} = ${wall}`);
  switch (filter) {
    case 'all':
      if (hashtag) return sql`select posts.* from post_hashtags said join posts on posts.id = said.post_id where said.hashtag = ${hashtag} and ${shown} order by said.post_id desc limit ${sql.raw(String(limit))}`;
      return sql`select posts.* from posts where ${shown} ${newest}`;
    case 'my_posts':
      return sql`select posts.* from posts where ${posts.authorId} = ${member.id} and ${shown} ${newest}`;
    case 'membership':
      // The newest of each friend by the author's index, of those the newest: a walk over everyone's posts would not end for a
      // member with few friends. What can differ from post to post is asked before each friend's limit, the rest of them once merged.
      return sql`select posts.* from friendships f cross join lateral (
          select posts.id from posts where ${posts.authorId} = f.friend_id and ${posts.audience} <> 'onlyme' and ${posts.publishedAt} <= ${now()}
            and ${and(...range, sql`not ${hides(member, 'activity_action', id)}`)} ${newest}) newest
          join posts on posts.id = newest.id
        where f.member_id = ${member.id} and ${shown} order by newest.id desc limit ${sql.raw(String(limit))}`;
    case 'photo':
    case 'video':
    case 'link': {
      const type = { photo: 'album_photo', video: 'video', link: 'core_link' }[filter];
      return sql`select posts.* from attachments first join posts on posts.id = first.post_id
        where first.type = ${type} and first.position = 0 and ${shown} order by first.post_id desc limit ${sql.raw(String(limit))}`;
    }
    default:
      return undefined;
  }
}

const emptyPage: FeedPage = { data: [], comment_preview: [], maxid: 0, minid: 0, activityCount: 0 };

function pageOf(rows: PostRow[], view: { viewer: Viewer; origin: string }): FeedPage {
  if (!rows.length) return emptyPage;
  return {
    data: rows.map((row) => postView(row, view)),
    comment_preview: rows.flatMap((row) => previewView(row, view) ?? []),
    maxid: rows.at(-1)!.id - 1,
    minid: rows[0]!.id + 1,
    activityCount: rows.length,
  };
}

/** What the query asks for, short of the page itself. */
function selectionOf(query: FeedQuery): Selection {
  const hashtag = hashtagKey(query.hashtag ?? '');
  return {
    filter: query.filter_type ?? query.feed_type ?? 'all',
    range: [
      ...(query.maxid ? [sql`${id} <= ${query.maxid}`] : []),
      ...(query.minid ? [sql`${id} >= ${query.minid}`] : []),
      ...within(query.timeline_start, query.timeline_end),
      ...(hashtag ? [sql`exists (select from post_hashtags said where said.hashtag = ${hashtag} and said.post_id = ${id})`] : []),
    ],
    wall: query.subject_id,
    hashtag,
    limit: query.limit ?? feedPageSize,
  };
}

/** A wall is there for whoever may know of its owner. Pages, groups and events have none yet. */
async function findWall(viewer: Viewer, { subject_type, subject_id }: FeedQuery): Promise<boolean> {
  if (subject_id === undefined) return true;
  if (subject_type !== 'user') return false;
  const found = await db.execute(sql`select 1 from members m where m.id = ${subject_id} and ${visibleAuthor(viewer, sql`m.id`)}`);
  return found.length > 0;
}

/** A page of posts, newest first. Visitors may ask for one post by its id and for nothing else. */
export async function readFeed(viewer: Viewer, query: FeedQuery = {}, origin = ''): Promise<FeedPage> {
  if (query.action_id !== undefined) {
    const rows = await readPostRows(viewer, onePost(viewer, query.action_id));
    if (!rows.length) throw notFound();
    return pageOf(rows, { viewer, origin });
  }
  if (!isMember(viewer)) throw forbidden();
  const page = select(viewer, selectionOf(query));
  const [hasWall, rows] = await Promise.all([findWall(viewer, query), page ? readPostRows(viewer, page) : []]);
  if (!hasWall) throw notFound();
  return pageOf(rows, { viewer, origin });
}

export const onePost = (viewer: Viewer, postId: number): SQL => sql`select posts.* from posts where ${id} = ${postId} and ${visibleTo(viewer)}`;

const mostCounted = 1_000;

/** How many posts of that feed are there from `minid` on; counted up to 1,000. */
export async function countFeed(viewer: Viewer, query: FeedQuery): Promise<number> {
  if (!isMember(viewer)) throw forbidden();
  const page = select(viewer, { ...selectionOf(query), limit: mostCounted });
  const [hasWall, counted] = await Promise.all([
    findWall(viewer, query),
    page ? db.execute<{ count: number }>(sql`select count(*)::int as count from (${page}) counted`) : [{ count: 0 }],
  ]);
  if (!hasWall) throw notFound();
  return counted[0]!.count;
}
