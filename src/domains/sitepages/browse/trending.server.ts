import type { SQL } from 'drizzle-orm';
import { listedContainer } from '#domains/containers/container-access.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const trendingQueue = 'trending-pages';

/** Writes how many members each page gained in 30 days, for the order of the trending pages. */
export async function countRecentJoins(): Promise<void> {
  await db.execute(sql`
    update sitepages p
    set recent_joins = gained.count
    from (
      select sp.id,
        coalesce(
          (
            select sum(stats.joins - stats.leaves)
            from container_daily_stats stats
            where stats.type = 'page'
              and stats.id = sp.id
              and stats.day > (${now()} at time zone 'Etc/UTC')::date - 30
          ),
          0
        )::int as count
      from sitepages sp
    ) gained
    where p.id = gained.id and p.recent_joins <> gained.count`);
}

export interface TrendingPage extends Record<string, unknown> {
  id: number;
  itemId: number;
  title: string;
  avatar: string | null;
  memberCount: number;
  /** It takes everybody, and the viewer has nothing to do with it so far. */
  mayJoin: boolean;
}

/** The order of trending pages: the most members gained, the larger first of those that gained as many. */
export const trendingOrder = sql`greatest(p.recent_joins, 0) desc, c.member_count desc`;

/**
 * The first listed pages in the order of `trendingOrder`, as `id`, `recent_joins` and `member_count`.
 * Walks an index and stops, however many pages there are; a second one where too few gained anybody.
 */
export const firstTrending = (viewer: Viewer, count: SQL): SQL => sql`
  with gaining as materialized (
    select c.id, p.recent_joins, c.member_count
    from sitepages p
    join containers c on c.type = p.type and c.id = p.id
    where p.recent_joins > 0
      and ${listedContainer(viewer, sql`c`)}
    order by p.recent_joins desc, c.member_count desc, c.id desc
    limit ${count}
  ),
    -- The inner limit lets the planner walk the index.
    largest as materialized (
      select first.*
      from (
        select c.id, 0 as recent_joins, c.member_count
        from containers c
        where c.type = 'page'
          and ${listedContainer(viewer, sql`c`)}
          and not exists (select from gaining where gaining.id = c.id)
        order by c.member_count desc, c.id desc
        limit ${count}
      ) first
      limit ${count} - (select count(*) from gaining)
    )
  select * from gaining union all select * from largest`;

const maxTrending = sql.raw('5');

export const trendingStatement = (member: Member): SQL => sql`
  select c.id, c.id as "itemId", c.title, c.avatar, c.member_count as "memberCount",
    c.join_policy = 'open' and not exists (
      select from memberships ms
      where ms.type = c.type and ms.id = c.id and ms.member_id = ${member.id}
    ) as "mayJoin"
  from (${firstTrending(member, maxTrending)}) first
  join containers c on c.type = 'page' and c.id = first.id
  order by first.recent_joins desc, first.member_count desc, first.id desc
  limit ${maxTrending}`;

/** For the columns of the home screen. */
export const listTrendingPages = (member: Member): Promise<TrendingPage[]> =>
  db.execute<TrendingPage>(trendingStatement(member));
