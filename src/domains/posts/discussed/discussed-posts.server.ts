import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { readPosts } from '#domains/posts/feed/feed.server.ts';
import { shownToMember } from '#domains/posts/one-post.server.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const pageSize = 10;
const maxPage = 100;
/** As literals: with an unknown limit the planner sorts all posts of the container. */
const literal = (value: number) => sql.raw(String(value));

export interface DiscussedPosts {
  posts: PostModel[];
  /** Whether there is a page after this one. */
  hasMore: boolean;
}

/** Exported for the test of its plan. */
export const discussedStatement = (
  member: Member,
  { type, id }: ContainerRef,
  page: number,
): SQL => sql`
  select posts.id
  from discussed_posts d
  join posts on posts.id = d.post_id
  where d.type = ${type}
    and d.id = ${id}
    and ${shownToMember(member)}
  order by d.commented_at desc, d.post_id desc
  limit ${literal(pageSize + 1)}
  offset ${literal((page - 1) * pageSize)}`;

/**
 * Posts of a container with comments, the one with the newest comment first. The caller has checked
 * that the member may read the container.
 * @param page 1 to 100
 */
export async function listDiscussedPosts(
  member: Member,
  ref: ContainerRef,
  page: number,
): Promise<DiscussedPosts> {
  const number = Math.min(page, maxPage);
  const found = await db.execute<{ id: number }>(discussedStatement(member, ref, number));
  const ids = found.slice(0, pageSize).map((one) => Number(one.id));
  const order = new Map(ids.map((one, position) => [one, position]));
  const { items } = toFeedPages(await readPosts(member, ids));
  return {
    posts: items.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!),
    hasMore: found.length > pageSize && number < maxPage,
  };
}
