import type { SQL } from 'drizzle-orm';
import { hasRole } from '#domains/containers/container-access.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

interface Removal {
  kind: 'post' | 'comment' | 'photo' | 'album' | 'video';
  /** The member who wrote or added it. */
  authorId: number;
  /** Selects `type` and `id` of the container; one of the wall of a member is no row there. */
  container: SQL;
}

/**
 * Notes in the log of a container that its staff, or a moderator of the site, deletes something of
 * another member. Whoever deletes comments on an own post without being staff is not noted. Runs
 * before the deletion.
 */
export async function recordRemoval(
  tx: Tx,
  member: Member,
  { kind, authorId, container }: Removal,
): Promise<void> {
  if (Number(authorId) === member.id) return;
  const isStaff = hasRole(member, sql`c`);
  await tx.execute(sql`
    insert into container_audit_log (type, id, actor_id, action, target_id, created_at)
    select c.type, c.id, ${member.id},
      case when ${isStaff} then '' else 'site_' end || ${`delete_${kind}`}::text,
      ${authorId}::bigint, ${now()}
    from (${container}) target
    join containers c on c.type = target.type and c.id = target.id
    where ${isStaff} or ${isModerator(member)}::boolean`);
}

/** Selects that container, for `recordRemoval`. */
export const selectContainer = ({ type, id }: { type: string; id: number }): SQL =>
  sql`select ${type}::text as type, ${id}::bigint as id`;
