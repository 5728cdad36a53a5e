import { sql } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';

const mostAtOnce = 500;

/**
 * Removes conversations that nobody has any more: their last participants have deleted them, or
 * their accounts.
 */
export async function sweepConversations(): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from conversations c
      where c.id in (
        select c.id
        from conversations c
        where c.created_at < ${now()} - interval '1 hour'
          and not exists (
            select from conversation_members cm
            where cm.conversation_id = c.id and cm.last_message_id > cm.deleted_up_to
          )
        limit ${mostAtOnce}
      )
        and not exists (
          select from conversation_members cm
          where cm.conversation_id = c.id and cm.last_message_id > cm.deleted_up_to
        )
      returning 1`);
    if (gone.length < mostAtOnce) return;
  }
}
