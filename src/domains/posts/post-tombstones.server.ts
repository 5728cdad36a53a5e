import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Deletes tombstones after a day, when no feed has such a cursor any more. */
export async function prunePostTombstones(): Promise<void> {
  await db.execute(
    sql`delete from post_tombstones where deleted_at <= ${now()} - interval '1 day'`,
  );
}
