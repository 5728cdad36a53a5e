import type { SQL } from 'drizzle-orm';
import { hasRole, knownContainer } from '#domains/containers/container-access.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member, SqlViewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** A total of the container `c` that is kept apart from its row. */
export const containerTotal = (c: SQL, column: 'views' | 'comments'): SQL => sql`
  (
    select totals.${sql.raw(column)}
    from container_totals totals
    where totals.type = ${c}.type and totals.id = ${c}.id
  )`;

declare module '#server/domain.ts' {
  interface Domain {
    /** How many of the posts of the container `c` the viewer reads. */
    postTotal?: (viewer: SqlViewer, c: SQL) => SQL;
  }
}

/** How many of its posts the viewer reads. */
export const seenPostTotal = (viewer: SqlViewer, c: SQL): SQL =>
  fromEachDomain('postTotal')[0]?.(viewer, c) ?? sql`0`;

export interface ContainerStatistics extends Record<string, unknown> {
  /** First day of the chunk. */
  day: string;
  views: number;
  viewers: number;
  visitorViews: number;
  posts: number;
  likes: number;
  comments: number;
  joins: number;
  leaves: number;
  follows: number;
  unfollows: number;
}

/**
 * Numbers of a container by day, week or month in UTC, oldest first; for staff who may edit it.
 * Days without any are left out.
 * @param from,until days such as 2026-11-23, both included
 */
export async function readContainerStatistics(
  member: Member,
  { type, id }: ContainerRef,
  { chunk, from, until }: { chunk: 'day' | 'week' | 'month'; from: string; until: string },
): Promise<ContainerStatistics[]> {
  const kind = findContainerKind(type);
  if (!kind) throw notFound();
  const c = sql`c`;
  const rows = await db.execute<
    ContainerStatistics & { isFound: boolean; isEditor: boolean; day: string | null }
  >(sql`
    select ${knownContainer(member, c)} as "isFound",
      ${hasRole(member, c, kind.editRole)} as "isEditor", numbers.*
    from containers c
    left join lateral (
      select date_trunc(${chunk}, stats.day::timestamp)::date::text as day,
        sum(stats.views)::int as views, sum(stats.viewers)::int as viewers,
        sum(stats.visitor_views)::int as "visitorViews", sum(stats.posts)::int as posts,
        sum(stats.likes)::int as likes, sum(stats.comments)::int as comments,
        sum(stats.joins)::int as joins, sum(stats.leaves)::int as leaves,
        sum(stats.follows)::int as follows, sum(stats.unfollows)::int as unfollows
      from container_daily_stats stats
      where stats.type = c.type
        and stats.id = c.id
        and stats.day between ${from}::date and ${until}::date
      group by 1
    ) numbers on true
    where c.type = ${type} and c.id = ${id}
    order by numbers.day`);
  if (!rows[0]?.isFound) throw notFound();
  if (!rows[0].isEditor) throw forbidden();
  return rows.flatMap(({ isFound: _, isEditor: __, ...numbers }) =>
    numbers.day === null ? [] : [numbers],
  );
}
