import type { SQL } from 'drizzle-orm';
import { listedContainer } from '#domains/containers/container-access.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
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
  title: string;
  avatar: string | null;
  memberCount: number;
}

/** Beyond this number, pages that gained equally many are ordered by age instead of size. */
const maxGaining = sql.raw('50');
const maxTrending = sql.raw('5');

/**
 * Pages that gained the most members, the larger first of those that gained as many. Walks two
 * indexes and stops, however many pages there are.
 */
export const trendingStatement = (member: Member): SQL => sql`
  with gaining as materialized (
    select c.id, c.title, c.avatar, c.member_count, p.recent_joins
    from sitepages p
    join containers c on c.type = p.type and c.id = p.id
    where p.recent_joins > 0
      and ${listedContainer(member, sql`c`)}
    order by p.recent_joins desc, p.id desc
    limit ${maxGaining}
  ),
    largest as materialized (
      select c.id, c.title, c.avatar, c.member_count, 0 as recent_joins
      from containers c
      where c.type = 'page'
        and ${listedContainer(member, sql`c`)}
        and not exists (select from gaining where gaining.id = c.id)
      order by c.member_count desc, c.id desc
      limit ${maxTrending}
    )
  select id, title, avatar, member_count as "memberCount"
  from (select * from gaining union all select * from largest) trending
  order by recent_joins desc, member_count desc, id desc
  limit ${maxTrending}`;

/** For the columns of the home screen. */
export const listTrendingPages = (member: Member): Promise<TrendingPage[]> =>
  db.execute<TrendingPage>(trendingStatement(member));
