import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const batchSize = 500;

/**
 * Deletes conversations without participants: the last ones have deleted them, or their accounts.
 */
export async function pruneConversations(): Promise<void> {
  for (;;) {
    const deleted = await db.execute(sql`
      delete from conversations c
      where c.id in (
        select c.id
        from conversations c
        where c.created_at < ${now()} - interval '1 hour'
          and not exists (
            select from conversation_members cm
            where cm.conversation_id = c.id
              and cm.last_message_id > cm.deleted_up_to
          )
        limit ${batchSize}
      )
        and not exists (
          select from conversation_members cm
          where cm.conversation_id = c.id
            and cm.last_message_id > cm.deleted_up_to
        )
      returning 1`);
    if (deleted.length < batchSize) return;
  }
}
