import { sql } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';

export const endedQueue = 'ended-stories';

const atOnce = 500;

/**
 * The job: removes stories whose day is over; nobody sees them any more already. Their files are
 * released by a trigger and go a day later (media-sweep.server.ts), so that a backup that is
 * running stays whole. Safe to run twice at once.
 */
export async function removeEnded(): Promise<void> {
  for (let gone = atOnce; gone === atOnce;) {
    const rows = await db.execute(sql`
      delete from stories
      where id in (
        select id
        from stories
        where created_at <= ${now()} - interval '24 hours'
        order by created_at
        limit ${atOnce}
        for update skip locked
      )
      returning 1`);
    gone = rows.length;
  }
}
