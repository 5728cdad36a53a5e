import type { SQL } from 'drizzle-orm';
import type { Member, Viewer, Visitor } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { feedPageSize, type FeedFilter } from './feed.schema.ts';
import { hashtagKey } from './hashtags.ts';
import type { WallType } from './posts.rules.ts';
import { posts } from './posts.table.ts';
import { sortKeyAt } from './sort-key.rules.ts';
import { visibleTo } from './visibility.server.ts';

export interface FeedQuery {
  maxid?: number;
  limit?: number;
  filter_type?: FeedFilter | undefined;
  feed_type?: FeedFilter | undefined;
  timeline_start?: Date | undefined;
  timeline_end?: Date | undefined;
  subject_type?: WallType | undefined;
  subject_id?: number | undefined;
  /** Only that post. */
  postId?: number | undefined;
  hashtag?: string | undefined;
  minid?: number;
}

const id = sql`${posts.id}`;
const sortKey = sql`${posts.sortKey}`;
const and = (conditions: Array<SQL | undefined>): SQL =>
  sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );

/** Posts of the wall that a query names. */
const onWallOf = ({ subject_type, subject_id }: FeedQuery): SQL | undefined =>
  subject_id === undefined
    ? undefined
    : sql`(${posts.objectType} = ${subject_type} and ${posts.objectId} = ${subject_id})`;

/** One post, through the wall where the query names one. */
export const onePost = (viewer: Viewer, postId: number, query: FeedQuery = {}): SQL =>
  sql`
    select posts.*
    from posts
    where ${and([sql`${id} = ${postId}`, visibleTo(viewer), onWallOf(query)])}`;

/** What visitors may read on somebody's wall, newest first. */
export const wallForVisitors = (
  viewer: Visitor,
  ownerId: number,
  { maxid, limit = feedPageSize }: Pick<FeedQuery, 'maxid' | 'limit'>,
): SQL => sql`
  select posts.*
  from posts
  where ${posts.objectType} = 'member'
    and ${posts.objectId} = ${ownerId}
    and ${visibleTo(viewer)} ${maxid ? sql`and ${sortKey} <= ${upToCursor(maxid)}` : sql``}
  order by ${sortKey} desc
  limit ${sql.raw(String(limit))}`;

/** A date names a second, and all of it counts. */
const afterSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000 + 1000);

/**
 * The cursors of the contract name posts, the one beside those that were read: reading goes on from
 * where that one stands, or stood. Of one that nobody knows any more, from where the next lower id
 * stands, which is right but where posts were brought along with old dates.
 */
const cursorSortKey = (postId: number, beside: SQL, next: SQL): SQL =>
  sql`
    coalesce(
      (select cursor.sort_key ${beside} from posts cursor where cursor.id = ${postId}),
      (select cursor.sort_key ${beside} from post_tombstones cursor where cursor.id = ${postId}),
      (
        select cursor.sort_key ${next}
        from posts cursor
        where cursor.id < ${postId}
        order by cursor.id desc
        limit 1
      ),
      0
    )`;
/** Of posts not newer than the one after which a page ended, `maxid + 1`. */
const upToCursor = (maxid: number): SQL => cursorSortKey(maxid + 1, sql`- 1`, sql``);
/** Of posts newer than the newest that was read, `minid - 1`. */
const fromCursor = (minid: number): SQL => cursorSortKey(minid - 1, sql`+ 1`, sql`+ 1`);

/**
 * Cursors and dates as a range of sort keys, said of the column that the feed walks, so that an old
 * month is found by an index probe and not by walking back to it. The lower bound is written as a
 * pair: of two plain bounds the planner would expect a handful of posts between them, and sort what
 * may be all there are.
 */
const range = (
  column: SQL,
  { maxid, minid, timeline_start: start, timeline_end: end }: FeedQuery,
): Array<SQL | undefined> => [
  maxid ? sql`${column} <= ${upToCursor(maxid)}` : undefined,
  minid ? sql`(${column}, 0) >= (${fromCursor(minid)}, 0)` : undefined,
  start && sql`(${column}, 0) >= (${sortKeyAt(start)}::bigint, 0)`,
  end && sql`${column} < ${sortKeyAt(afterSecond(end))}::bigint`,
];

const hides = (member: Member, type: string, item: SQL): SQL =>
  sql`
    exists (
      select from hidden_items h
      where h.member_id = ${member.id} and h.type = ${type} and h.item_id = ${item}
    )`;

/**
 * The posts of one page: each kind of feed walks the index that has its order and stops at the
 * limit. What the member has hidden stays out; on the wall of somebody hidden, their posts show all
 * the same. Undefined: always empty.
 */
export function selectPosts(
  member: Member,
  query: FeedQuery,
  limit = query.limit ?? feedPageSize,
): SQL | undefined {
  const { filter_type, feed_type, subject_id: wall } = query;
  const filter = filter_type ?? feed_type ?? 'all';
  const hashtag = hashtagKey(query.hashtag ?? '');
  // Written out: with an unknown limit the planner would expect a tenth of the table and sort it.
  const newest = (column: SQL) => sql`order by ${column} desc limit ${sql.raw(String(limit))}`;
  const hasHashtag = hashtag
    ? sql`
      exists (
        select from post_hashtags said where said.hashtag = ${hashtag} and said.post_id = ${id}
      )`
    : undefined;
  const onWall =
    wall === undefined
      ? undefined
      : sql`${posts.objectType} = 'member' and ${posts.objectId} = ${wall}`;
  const isPostShown = sql`not ${hides(member, 'post', id)}`;
  const readable = [visibleTo(member), onWall];
  const shown = [
    ...readable,
    isPostShown,
    wall === undefined ? sql`not ${hides(member, 'member', sql`${posts.authorId}`)}` : undefined,
  ];
  const walk = (list: SQL, column: SQL, conditions: Array<SQL | undefined>) =>
    sql`
      select posts.*
      from ${list}
      where ${and([...range(column, query), ...conditions])} ${newest(column)}`;

  switch (filter) {
    case 'all':
      if (hashtag)
        return walk(
          sql`post_hashtags said join posts on posts.id = said.post_id`,
          sql`said.post_sort_key`,
          [sql`said.hashtag = ${hashtag}`, ...shown],
        );
      return walk(sql`posts`, sortKey, shown);
    case 'my_posts':
      // Nobody hides what is their own.
      return walk(sql`posts`, sortKey, [
        sql`${posts.authorId} = ${member.id}`,
        hasHashtag,
        ...readable,
      ]);
    case 'membership':
      // The newest of each friend by the author's index, of those the newest: a walk over
      // everyone's posts would not end for a member with few friends. What can differ from post to
      // post is asked before each friend's limit, the rest of them once merged.
      return sql`
        select posts.*
        from friendships f
        cross join lateral (
          select posts.id, posts.sort_key
          from posts
          where ${posts.authorId} = f.friend_id
            and ${posts.audience} <> 'onlyme'
            and ${posts.publishedAt} <= ${now()}
            and ${and([...range(sortKey, query), hasHashtag, isPostShown])} ${newest(sortKey)}
        ) newest
        join posts on posts.id = newest.id
        where f.member_id = ${member.id} and ${and(shown)} ${newest(sql`newest.sort_key`)}`;
    case 'photo':
    case 'video':
    case 'link': {
      const type = { photo: 'photo', video: 'video', link: 'link' }[filter];
      return walk(
        sql`attachments first join posts on posts.id = first.post_id`,
        sql`first.post_sort_key`,
        [sql`first.type = ${type} and first.position = 0`, hasHashtag, ...shown],
      );
    }
    case 'user_saved':
      return walk(
        sql`saved_posts saved join posts on posts.id = saved.post_id`,
        sql`saved.post_sort_key`,
        [sql`saved.member_id = ${member.id}`, hasHashtag, ...shown],
      );
    default:
      return undefined;
  }
}
