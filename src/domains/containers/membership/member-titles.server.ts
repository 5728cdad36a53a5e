import { lockMembership, type Change } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { writeAuditEntry } from './staff.server.ts';

/** Sets the title of a member whose role is below the actor's, or the own one. */
export async function setMemberTitle(
  { tx, container, membership }: Change,
  member: Member,
  memberId: number,
  title: string,
): Promise<void> {
  const target = await lockMembership(tx, container, memberId);
  if (target?.state !== 'member') throw notFound();
  if (memberId !== member.id && target.role >= membership!.role) throw forbidden();
  await tx.execute(sql`
    update memberships
    set title = ${title}
    where type = ${container.type} and id = ${container.id} and member_id = ${memberId}`);
  await writeAuditEntry(tx, container, member.id, {
    action: 'set_title',
    targetId: memberId,
    details: { title },
  });
}
