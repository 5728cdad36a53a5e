import type { SQL } from 'drizzle-orm';
import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import { now } from '#server/clock.ts';
import { withLongStatements } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const dayCountsQueue = 'repair-container-days';

/** In milliseconds: each container is looked up in four indexes. */
const timeout = 600_000;

const yesterday = (): SQL => sql`(${now()} at time zone 'Etc/UTC')::date - 1`;
const start = sql`(d.day::timestamp at time zone 'Etc/UTC')`;
const end = sql`((d.day + 1)::timestamp at time zone 'Etc/UTC')`;
const inDay = (column: SQL): SQL => sql`${column} >= ${start} and ${column} < ${end}`;

/**
 * Counts the posts, comments, joins and likes of yesterday (UTC) from their rows, each night, and
 * adds what the numbers of the day lack. Only likes are lowered as well: a post that was deleted
 * since, and a member who has left, count on their day. Views, leaves and follows have no rows to
 * count. One repair at a time, as it adds differences. Returns how many containers were wrong.
 */
export async function repairContainerDays(): Promise<number> {
  let wrong = 0;
  await withLongStatements(timeout, (own) =>
    own.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${dayCountsQueue}, 0))`);
      const repaired = await tx.execute(sql`
        with d as (select ${yesterday()} as day),
          counted as (
            select c.type, c.id, d.day,
              (
                select count(*)::int
                from posts p
                where p.object_type = c.type
                  and p.object_id = c.id
                  and p.sort_key >= ${sortKeyAt(start)}
                  and p.sort_key < ${sortKeyAt(end)}
                  and p.item_id is null
              ) as posts,
              (
                select count(*)::int
                from discussed_posts discussed
                join comments written on written.subject_type = 'post'
                  and written.subject_id = discussed.post_id
                  and ${inDay(sql`written.created_at`)}
                where discussed.type = c.type
                  and discussed.id = c.id
                  and discussed.commented_at >= ${start}
              ) as comments,
              (
                select count(*)::int
                from memberships ms
                join members m on m.id = ms.member_id and m.status = 'active'
                where ms.type = c.type
                  and ms.id = c.id
                  and ms.state = 'member'
                  and ${inDay(sql`ms.joined_at`)}
              ) as joins,
              (
                select count(*)::int
                from reactions r
                where r.subject_type = c.type::subject_type
                  and r.subject_id = c.id
                  and ${inDay(sql`r.created_at`)}
              ) as likes
            from containers c
            cross join d
            where c.state <> 'deleted'
          ),
          differing as (
            select counted.type, counted.id, counted.day,
              greatest(counted.posts - coalesce(stored.posts, 0), 0) as posts,
              greatest(counted.comments - coalesce(stored.comments, 0), 0) as comments,
              greatest(counted.joins - coalesce(stored.joins, 0), 0) as joins,
              counted.likes - coalesce(stored.likes, 0) as likes
            from counted
            left join container_daily_stats stored on stored.type = counted.type
              and stored.id = counted.id
              and stored.day = counted.day
          )
        insert into container_daily_stats as stats (type, id, day, posts, comments, joins, likes)
        select type, id, day, posts, comments, joins, likes
        from differing
        where posts > 0 or comments > 0 or joins > 0 or likes <> 0
        order by type, id
        on conflict (type, id, day) do update
        set posts = stats.posts + excluded.posts, comments = stats.comments + excluded.comments,
          joins = stats.joins + excluded.joins, likes = stats.likes + excluded.likes
        returning 1`);
      wrong = repaired.length;
    }),
  );
  return wrong;
}
