import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { moderationLog } from './reports.table.ts';

type Action = (typeof moderationLog.$inferSelect)['action'];

/** Writes a decision of a moderator, or a view of something that is not public, to the log. */
export async function recordDecision(
  tx: Tx,
  moderator: Member,
  action: Action,
  { type, id }: { type: string; id: number },
  reason = '',
): Promise<void> {
  await tx.execute(sql`
    insert into moderation_log (moderator_id, action, subject_type, subject_id, reason, created_at)
    values (${moderator.id}, ${action}, ${type}, ${id}, ${reason}, ${now()})`);
}
