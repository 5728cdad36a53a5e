import { endAnswers } from '#domains/containers/answers/answers.server.ts';
import {
  mayRemoveMember,
  removalRole,
  type Relation,
} from '#domains/containers/container-access.rules.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import {
  changeContainer,
  lockMembership,
  writeMembership,
  type Change,
  type ContainerRef,
  type LockedContainer,
  type LockedMembership,
} from '#domains/containers/container-lock.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { databaseNow } from '#server/clock.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { afterMembership, endFollowing } from './joining.server.ts';
import { writeAuditEntry } from './staff.server.ts';

/** In milliseconds. */
const day = 86_400_000;

/** The end of a ban for so many days from now; null without a number of days: for good. */
export const banEnd = (days: number | undefined): Date | null =>
  days ? new Date(Number(databaseNow()) + days * day) : null;

// Removing and banning members: by staff that edits the container, and by moderators of
// the site, whose decisions are in the moderation log as well.

type Action = 'remove' | 'ban' | 'unban';

interface Removal extends Change {
  target: LockedMembership | undefined;
}

/** Whether only the site lets the actor do it. */
function isForSite(container: LockedContainer, relation: Relation, targetRole: number): boolean {
  const own = removalRole(container, { ...relation, isSiteModerator: false });
  return own < findContainerKind(container.type)!.editRole || !mayRemoveMember(own, targetRole);
}

/**
 * Whoever may not remove members gets 401, and so does everybody about those who are not below their
 * own role.
 * @param work throws for a target whom the action does not concern
 */
const changeMember = (
  member: Member,
  ref: ContainerRef,
  memberId: number,
  action: Action,
  work: (removal: Removal) => Promise<Record<string, unknown> | undefined>,
): Promise<void> =>
  changeContainer(
    member,
    ref,
    async (change) => {
      const { tx, container, relation } = change;
      const role = removalRole(container, relation);
      const kind = findContainerKind(container.type);
      if (!kind || role < kind.editRole) throw forbidden();
      const target = await lockMembership(tx, container, memberId);
      const targetRole = target?.state === 'member' ? target.role : -1;
      if (memberId === member.id || !mayRemoveMember(role, targetRole)) throw forbidden();
      const details = await work({ ...change, target });
      const isBySite = isForSite(container, relation, targetRole);
      await writeAuditEntry(tx, container, member.id, {
        action: isBySite ? `site_${action}` : action,
        targetId: memberId,
        ...(details ? { details } : {}),
      });
      if (isBySite) await recordDecision(tx, member, `member_${action}`, container);
    },
    [memberId],
  );

/** Removes a member, who joins again only by approval for 30 days. */
export const removeMember = (member: Member, ref: ContainerRef, memberId: number): Promise<void> =>
  changeMember(member, ref, memberId, 'remove', async (removal) => {
    const { tx, container, target } = removal;
    if (target?.state !== 'member') throw notFound();
    await endAnswers(tx, memberId, container);
    await writeMembership(tx, container, memberId, { state: 'none', stamp: 'removed_at' });
    await endFollowing(removal, memberId);
    await afterMembership(removal, memberId);
    return undefined;
  });

/**
 * Bans somebody, a member or not: a request or invitation ends, and neither is possible until the
 * ban ends. Site moderators are no exception: they read by their own right.
 * @param options.until null: for good
 * @param options.showsReason to the banned member as well
 */
export const banMember = (
  member: Member,
  ref: ContainerRef,
  memberId: number,
  {
    until,
    reason,
    showsReason = false,
  }: { until: Date | null; reason: string; showsReason?: boolean },
): Promise<void> =>
  changeMember(member, ref, memberId, 'ban', async (removal) => {
    const { tx, container } = removal;
    const { type, id } = container;
    const active = await tx.execute(
      sql`select from members where id = ${memberId} and status = 'active' for key share`,
    );
    if (!active.length) throw notFound();
    await endAnswers(tx, memberId, container);
    await writeMembership(tx, container, memberId, { state: 'banned', stamp: 'removed_at' });
    const end = until?.toISOString() ?? null;
    await tx.execute(sql`
      update memberships
      set banned_until = ${end}::timestamptz, banned_by = ${member.id}, reason = ${reason},
        shows_reason = ${showsReason}
      where type = ${type} and id = ${id} and member_id = ${memberId}`);
    await endFollowing(removal, memberId);
    await findContainerKind(type)?.onBan?.(removal, memberId);
    await afterMembership(removal, memberId);
    return { reason, until: end };
  });

export const unbanMember = (member: Member, ref: ContainerRef, memberId: number): Promise<void> =>
  changeMember(member, ref, memberId, 'unban', async ({ tx, container, target }) => {
    if (target?.state !== 'banned') throw notFound();
    await writeMembership(tx, container, memberId, { state: 'none' });
    return undefined;
  });
