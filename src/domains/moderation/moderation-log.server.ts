import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
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

/** Writes to the log, at most once an hour, that a moderator reads the hidden members of an item. */
export async function recordMembersViewed(
  moderator: Member,
  { type, id }: { type: string; id: number },
): Promise<void> {
  await db.execute(sql`
    insert into moderation_log (moderator_id, action, subject_type, subject_id, created_at)
    select ${moderator.id}, 'members_viewed', ${type}, ${id}, ${now()}
    where not exists (
      select from moderation_log log
      where log.moderator_id = ${moderator.id}
        and log.action = 'members_viewed'
        and log.subject_type = ${type}
        and log.subject_id = ${id}
        and log.created_at > ${now()} - interval '1 hour'
    )`);
}
