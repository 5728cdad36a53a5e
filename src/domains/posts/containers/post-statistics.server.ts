import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { sortKeyAt } from '#domains/posts/sort-key.rules.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** The numbers of one post in a container. */
export interface PostStatistics extends Record<string, unknown> {
  id: number;
  body: string;
  publishedAt: string;
  reactions: number;
  comments: number;
  shares: number;
}

/** Older posts of the time are not compared, so that a busy container costs no more than others. */
const maxCompared = sql.raw('500');
const maxShown = sql.raw('5');
const oneDay = 24 * 60 * 60 * 1_000;

/**
 * Posts of a container that got the most reactions, comments and shares. The caller has checked that
 * the member is of its staff.
 * @param start,end days such as 2026-11-23, both included
 */
export const listBestPosts = (
  member: Member,
  { type, id }: ContainerRef,
  { start, end }: { start: string; end: string },
): Promise<PostStatistics[]> =>
  db.execute<PostStatistics>(sql`
    with recent as materialized (
      select posts.id, posts.body, posts.published_at
      from posts
      where posts.object_type = ${type}
        and posts.object_id = ${id}
        and posts.item_id is null
        and posts.sort_key >= ${sortKeyAt(new Date(start))}
        and posts.sort_key < ${sortKeyAt(new Date(Date.parse(end) + oneDay))}
        and ${visibleTo(member)}
      order by posts.sort_key desc
      limit ${maxCompared}
    ),
      counted as (
        select p.id, left(p.body, 300) as body, p.published_at,
          (
            select coalesce(sum(r.count), 0)::int
            from reaction_totals r
            where r.subject_type = 'post'
              and r.subject_id = p.id
          ) as reactions,
          coalesce(
            (
              select t.count
              from comment_totals t
              where t.subject_type = 'post'
                and t.subject_id = p.id
            ),
            0
          ) as comments,
          (
            select count(*)::int
            from posts s
            where s.shared_type = 'post'
              and s.shared_id = p.id
          ) as shares
        from recent p
      )
    select id, body, published_at::text as "publishedAt", reactions, comments, shares
    from counted
    where reactions + comments + shares > 0
    order by reactions + comments + shares desc, id desc
    limit ${maxShown}`);
