import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Nobody goes on reading where they stopped a day ago. */
export async function sweepPostTombstones(): Promise<void> {
  await db.execute(
    sql`delete from post_tombstones where deleted_at <= ${now()} - interval '1 day'`,
  );
}
