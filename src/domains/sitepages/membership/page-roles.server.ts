import { roles } from '#domains/containers/container-access.rules.ts';
import {
  changeContainer,
  lockMembership,
  writeRole,
} from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyAboutContainer,
} from '#domains/containers/container-notices.server.ts';
import { becomeMember } from '#domains/containers/membership/joining.server.ts';
import * as staff from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef, readPage } from '#domains/sitepages/one-page.server.ts';
import type { RoleName } from '#domains/sitepages/sitepages.schema.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/**
 * Gives another role, and a title beside the name if there is one. Admins give themselves a title
 * with the role that they have.
 */
export function changeRole(
  member: Member,
  id: number,
  memberId: number,
  { role, title }: { role: RoleName; title?: string | undefined },
): Promise<void> {
  const ref = pageRef(id);
  if (memberId === member.id && title !== undefined)
    return staff.changeAsEditor(member, ref, async (change) => {
      if (change.membership?.role !== roles[role]) throw forbidden();
      await staff.writeTitle(change, member, memberId, title);
    });
  if (role === 'owner') throw invalid('To change the owner, offer ownership to somebody.', 'role');
  return staff.changeRole(member, ref, memberId, roles[role], title);
}

/**
 * Makes somebody an admin, who joins if need be, or a member again. Only for the owner; one has to
 * be a friend of the owner or a member of the page.
 */
export const changeAdmin = (
  member: Member,
  id: number,
  memberId: number,
  action: 'add' | 'remove',
): Promise<void> =>
  action === 'remove'
    ? removeAdmin(member, id, memberId)
    : changeContainer(
        member,
        pageRef(id),
        async (change) => {
          const { tx, container, membership } = change;
          if (membership?.role !== roles.owner) throw forbidden();
          staff.checkNotArchived(container);
          if (memberId === member.id) throw invalid('You already own it.', 'user_id');
          const target = await lockMembership(tx, container, memberId);
          if (target?.state === 'member' && target.role >= roles.admin) return;
          if (target?.state !== 'member' && !(await isFriend(tx, member, memberId)))
            throw notFound();
          if (target?.state === 'banned') throw forbidden();
          if (target?.state === 'member') await writeRole(tx, container, memberId, roles.admin);
          else await becomeMember(change, memberId, 'promotion', { role: roles.admin });
          await staff.writeAuditEntry(tx, container, member.id, {
            action: 'change_role',
            targetId: memberId,
            details: { from: target?.role ?? 0, to: roles.admin },
          });
          const notice = membershipNotice(container, 'promoted');
          await notifyAboutContainer(tx, member, container, notice, [memberId]);
        },
        [memberId],
      );

const isFriend = async (tx: Tx, member: Member, otherId: number): Promise<boolean> =>
  (
    await tx.execute(sql`
      select from friendships f
      join members m on m.id = f.friend_id and m.status = 'active'
      where f.member_id = ${member.id} and f.friend_id = ${otherId}`)
  ).length > 0;

async function removeAdmin(member: Member, id: number, memberId: number): Promise<void> {
  const page = await readPage(member, id);
  if (page.membership !== 'member' || page.role < roles.owner) throw forbidden();
  await staff.changeRole(member, pageRef(id), memberId, roles.member);
}
