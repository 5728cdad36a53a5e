import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { mostListed } from './notifications.server.ts';

const keptDays = 180;
const mostAtOnce = 2_000;

/**
 * Drops what was read long ago. What is unread stays, however old, as far as the list goes back;
 * nobody comes to what lies behind that.
 */
export async function sweepNotifications(): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from notifications
      where id in (
        select n.id
        from notifications n
        where n.read_at is not null and n.updated_at < ${now()} - ${keptDays} * interval '1 day'
        order by n.updated_at
        limit ${mostAtOnce}
        for update skip locked
      )
      returning 1`);
    if (gone.length < mostAtOnce) break;
  }
  for (;;) {
    const passed = await db.execute(sql`
      with many as materialized (
        select n.recipient_id
        from notifications n
        where n.read_at is null
        group by n.recipient_id
        having count(*) > ${mostListed}
        order by n.recipient_id
        limit 50
      ),
        behind as materialized (
          select far.id
          from many
          cross join lateral (
            select n.id
            from notifications n
            where n.recipient_id = many.recipient_id and n.read_at is null
            order by n.updated_at desc, n.id desc
            offset ${mostListed}
            limit ${mostAtOnce}
          ) far
          order by far.id
          limit ${mostAtOnce}
        ),
        locked as materialized (
          select n.id
          from notifications n
          where n.id in (select id from behind)
          order by n.id
          for update skip locked
        )
      update notifications told
      set read_at = ${now()}
      from locked
      where told.id = locked.id
      returning 1`);
    if (passed.length < mostAtOnce) return;
  }
}
