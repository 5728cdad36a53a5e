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
      select every_page.id,
        coalesce(
          (
            select sum(stats.joins - stats.leaves)
            from container_daily_stats stats
            where stats.type = 'page'
              and stats.id = every_page.id
              and stats.day > (${now()} at time zone 'Etc/UTC')::date - 30
          ),
          0
        )::int as count
      from sitepages every_page
    ) gained
    where p.id = gained.id and p.recent_joins <> gained.count`);
}
