import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const expiredStoriesQueue = 'ended-stories';

const batchSize = 500;

/**
 * Job that deletes expired stories, which are already hidden from everyone. A trigger marks their
 * files as orphaned; prune-media.server.ts deletes those a day later, so that a running backup
 * stays complete. Safe to run concurrently.
 */
export async function expireStories(): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize;) {
    const rows = await db.execute(sql`
      delete from stories
      where id in (
        select id
        from stories
        where created_at <= ${now()} - interval '24 hours'
        order by created_at
        limit ${batchSize}
        for update skip locked
      )
      returning 1`);
    deleted = rows.length;
  }
}
