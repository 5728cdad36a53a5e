import { sql } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';

const keptDays = 180;
const mostAtOnce = 2_000;

/** Drops what was read long ago. What is unread stays, however old. */
export async function sweepNotifications(): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from notifications where id in (
        select n.id from notifications n where n.read_at is not null and n.updated_at < ${now()} - ${keptDays} * interval '1 day' order by n.updated_at limit ${mostAtOnce} for update skip locked)
      returning 1`);
    if (gone.length < mostAtOnce) return;
  }
}
