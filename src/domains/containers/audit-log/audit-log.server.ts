import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { memberCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface LogEntry extends Record<string, unknown> {
  id: number;
  action: string;
  details: Record<string, unknown> | null;
  createdAt: string;
  /** Null if the reader may not see them, or the account has ended. */
  actor: MemberCard | null;
  target: MemberCard | null;
}

/**
 * Entries of the log of a container with their number, the newest first. The caller has checked that
 * the member belongs to the staff that reads it.
 */
export async function listAuditLog(
  member: Member,
  { type, id }: ContainerRef,
  { page = 1, limit = 20 }: { page?: number; limit?: number } = {},
): Promise<{ total: number; entries: LogEntry[] }> {
  const [row] = await db.execute<{ total: number; entries: LogEntry[] | null }>(sql`
    select
      (
        select count(*)::int
        from container_audit_log l
        where l.type = ${type} and l.id = ${id}
      ) as total,
      (
        select json_agg(row_to_json(shown))
        from (
          select l.entry_id as id, l.action, l.details, l.created_at::text as "createdAt",
            ${memberCard(member, sql`l.actor_id`)} as actor, ${memberCard(member, sql`l.target_id`)} as target
          from container_audit_log l
          where l.type = ${type} and l.id = ${id}
          order by l.entry_id desc
          limit ${limit}
          offset ${(page - 1) * limit}
        ) shown
      ) as entries`);
  return { total: row!.total, entries: row!.entries ?? [] };
}
