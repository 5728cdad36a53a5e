import type { SQL } from 'drizzle-orm';
import type { Member, SqlMember, Viewer } from '#domains/policy/viewer.ts';
import { and, type FeedQuery } from '#domains/posts/feed/feed-query.server.ts';
import { sql } from '#server/sql.ts';
import { posts } from './posts.table.ts';
import { visibleTo } from './visibility.server.ts';

const id = sql`${posts.id}`;

/** SQL condition: on the wall of the query, if it has one. */
const onWallOf = ({ wall }: FeedQuery): SQL | undefined =>
  wall && sql`(${posts.objectType} = ${wall.type} and ${posts.objectId} = ${wall.id})`;

/** One post, on the wall of the query if it has one. */
export const onePost = (viewer: Viewer, postId: number, query: FeedQuery = {}): SQL =>
  sql`
    select posts.*
    from posts
    where ${and([sql`${id} = ${postId}`, visibleTo(viewer), onWallOf(query)])}`;

export const hides = (member: SqlMember, type: SQL | string, item: SQL): SQL =>
  sql`
    exists (
      select from hidden_items h
      where h.member_id = ${member.id} and h.type = ${type} and h.item_id = ${item}
    )`;

/** SQL condition: the member may see the post and has not hidden it. */
export const shownToMember = (member: Member): SQL =>
  sql`(${visibleTo(member)} and not ${hides(member, 'post', id)})`;

/** Posts with these ids, at most as many as a page has. */
export const postsByIds = (member: Member, ids: number[]): SQL => sql`
  select posts.*
  from posts
  where ${id} = any (${sql.param(ids)}::bigint[]) and ${shownToMember(member)}`;
