import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { maxListed } from './notifications.server.ts';

const retentionDays = 180;
const batchSize = 2_000;

/**
 * Deletes notifications read long ago. Unread ones stay, however old, unless they are beyond the
 * limit of the list, where nobody finds them.
 */
export async function pruneNotifications(): Promise<void> {
  for (;;) {
    const deleted = await db.execute(sql`
      delete from notifications
      where id in (
        select n.id
        from notifications n
        where n.read_at is not null
          and n.updated_at < ${now()} - ${retentionDays} * interval '1 day'
        order by n.updated_at
        limit ${batchSize}
        for update skip locked
      )
      returning 1`);
    if (deleted.length < batchSize) break;
  }
  for (;;) {
    const passed = await db.execute(sql`
      with many as materialized (
        select n.recipient_id
        from notifications n
        where n.read_at is null
        group by n.recipient_id
        having count(*) > ${maxListed}
        order by n.recipient_id
        limit 50
      ),
        surplus as materialized (
          select far.id
          from many
          cross join lateral (
            select n.id
            from notifications n
            where n.recipient_id = many.recipient_id
              and n.read_at is null
            order by n.updated_at desc, n.id desc
            offset ${maxListed}
            limit ${batchSize}
          ) far
          order by far.id
          limit ${batchSize}
        ),
        locked as materialized (
          select n.id
          from notifications n
          where n.id in (select id from surplus)
          order by n.id
          for update skip locked
        )
      update notifications notification
      set read_at = ${now()}
      from locked
      where notification.id = locked.id
      returning 1`);
    if (passed.length < batchSize) return;
  }
}
