import { noSeats, writeItemAnswers } from '#domains/containers/answers/answers.server.ts';
import {
  hasRoleOf,
  mayChangeRole,
  mayKnow,
  mayModerate,
  roles,
  type MembershipState,
  type Role,
} from '#domains/containers/container-access.rules.ts';
import type { ItemRef } from '#domains/containers/container-items.server.ts';
import {
  findContainerKind,
  followsByJoining,
  isBlockedByOwner,
} from '#domains/containers/container-kinds.server.ts';
import {
  changeContainer,
  lockForChange,
  lockMembership,
  writeRole,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyAboutContainer,
  notifyFromSite,
} from '#domains/containers/container-notices.server.ts';
import { andAdmitted, checkAdmitted } from '#domains/containers/container-parents.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { readValues, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { afterJoining } from './joining.server.ts';
import { closed } from './memberships.server.ts';

/** Something that staff did, for the audit log. */
interface AuditEntry {
  action: string;
  targetId?: number | null;
  details?: Record<string, unknown>;
}

export async function writeAuditEntry(
  tx: Tx,
  { type, id }: ContainerRef,
  /** Null: the site itself. */
  actorId: number | null,
  { action, targetId = null, details }: AuditEntry,
): Promise<void> {
  await tx.execute(sql`
    insert into container_audit_log (type, id, actor_id, action, target_id, details, created_at)
    values (
      ${type}, ${id}, ${actorId}, ${action}, ${targetId},
      ${details ? JSON.stringify(details) : null}::jsonb, ${now()}
    )`);
}

/** As `writeAuditEntry`, the same about several members. */
export const writeAuditEntries = (
  tx: Tx,
  { type, id }: ContainerRef,
  actorId: number,
  action: string,
  targetIds: number[],
) =>
  tx.execute(sql`
    insert into container_audit_log (type, id, actor_id, action, target_id, created_at)
    select ${type}, ${id}, ${actorId}, ${action}, target.id, ${now()}
    from unnest(${sql.param(targetIds)}::bigint[]) with ordinality target (id, position)
    order by target.position`);

/** Deletes entries after a year. */
export const pruneAuditLog = async (): Promise<void> => {
  await db.execute(
    sql`delete from container_audit_log where created_at < ${now()} - interval '1 year'`,
  );
};

interface StaffOptions {
  /** Possible in an archive too. */
  whileArchived?: boolean;
}

/** Forbidden in an archive, unless it is possible there too. */
export function checkNotArchived(
  { state }: { state: string },
  { whileArchived = false }: StaffOptions = {},
): void {
  if (state === 'archived' && !whileArchived)
    throw forbidden('This is archived: it can be read, but not changed.');
}

/** A change by staff who may edit it: details, picture and settings (`editRole` of its kind). */
export function changeAsEditor<Result>(
  member: Member,
  ref: ContainerRef,
  work: (change: Change) => Promise<Result>,
  options: StaffOptions = {},
): Promise<Result> {
  return changeContainer(member, ref, (change) => {
    checkEditor(change, options);
    return work(change);
  });
}

function checkEditor({ container, relation }: Change, options: StaffOptions = {}): void {
  const kind = findContainerKind(container.type);
  if (!kind) throw notFound();
  if (!hasRoleOf(relation, kind.editRole)) throw forbidden();
  checkNotArchived(container, options);
}

/** As `changeAsEditor`, for a transaction that has begun and locked no container. */
export async function lockAsEditor(tx: Tx, member: Member, ref: ContainerRef): Promise<Change> {
  const change = await lockForChange(tx, member, ref);
  if (!mayKnow(change.container, change.relation)) throw notFound();
  checkEditor(change);
  return change;
}

/** A change by staff who may moderate. */
export const changeAsModerator = <Result>(
  member: Member,
  ref: ContainerRef,
  work: (change: Change) => Promise<Result>,
  options: StaffOptions = {},
): Promise<Result> => staffChange(member, ref, [member.id], work, options);

/** Whoever may not moderate gets 401; a member whom the change does not concern is not found. */
function staffChange<Result>(
  member: Member,
  ref: ContainerRef,
  targetIds: number[],
  work: (change: Change) => Promise<Result>,
  options: StaffOptions = {},
): Promise<Result> {
  return changeContainer(
    member,
    ref,
    (change) => {
      if (!mayModerate(change.relation)) throw forbidden();
      checkNotArchived(change.container, options);
      return work(change);
    },
    targetIds,
  );
}

/** How many were approved, and how many wait since no places are left. */
export interface Approved {
  approved: number;
  waiting: number;
}

/**
 * Approves requests in one transaction; those that do not wait any more (withdrawn, answered by
 * somebody else, the account has ended, or a block with the owner keeps the member out) hold up none
 * of the others, nor do those whom the container around it does not admit. Not found if none waits,
 * forbidden if only such are left. Those who asked with an answer for which no places are left go on
 * waiting; refused if only such are left.
 */
export const approveRequests = (
  member: Member,
  ref: ContainerRef,
  memberIds: number[],
): Promise<Approved> =>
  changeContainer(
    member,
    ref,
    async (change) => {
      const { tx, container, relation } = change;
      if (!mayModerate(relation)) throw forbidden();
      if (container.state !== 'open') throw closed();
      const { type, id } = container;
      const asking = await tx.execute<{ memberId: number }>(sql`
        select ms.member_id as "memberId"
        from memberships ms
        join members m on m.id = ms.member_id and m.status = 'active'
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.member_id = any (${sql.param(memberIds)}::bigint[])
          and ms.state = 'requested'
          and not ${isBlockedByOwner({ ...container, parentId: container.parent?.id ?? null }, sql`m.id`)}
          ${andAdmitted(container, sql`m.id`)}
        order by ms.member_id
        for update of ms`);
      if (!asking.length) {
        await checkAdmitted(
          tx,
          container,
          sql`
            select ms.member_id as id
            from memberships ms
            where ms.type = ${type}
              and ms.id = ${id}
              and ms.member_id = any (${sql.param(memberIds)}::bigint[])
              and ms.state = 'requested'`,
        );
        throw notFound();
      }
      const askingIds = asking.map(({ memberId }) => Number(memberId));
      const waiting = await writeItemAnswers(tx, container, askingIds);
      const ids = askingIds.filter((memberId) => !waiting.includes(memberId));
      if (!ids.length) throw noSeats();
      await tx.execute(sql`
        update memberships ms
        set state = 'member', is_following = ms.is_following or ${followsByJoining(type)},
          is_shown_in_feed = true, invited_by = null, answers = null, requested_at = null,
          joined_at = ${now()}
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.member_id = any (${sql.param(ids)}::bigint[])`);
      await writeAuditEntries(tx, container, member.id, 'approve', ids);
      await afterJoining(change, ids, 'approval');
      const notice = membershipNotice(container, 'accepted');
      await notifyAboutContainer(tx, member, container, notice, ids);
      return { approved: ids.length, waiting: waiting.length };
    },
    memberIds,
  );

/** Shows who asked why the request was declined. */
async function notifyOfRefusal(tx: Tx, ref: ContainerRef, memberIds: number[], reason: string) {
  await tx.execute(sql`
    update memberships
    set reason = ${reason}
    where type = ${ref.type}
      and id = ${ref.id}
      and member_id = any (${sql.param(memberIds)}::bigint[])`);
  await notifyFromSite(tx, ref, 'join_declined', memberIds);
}

/**
 * Refuses requests and revokes invitations in one transaction; those that do not wait any more hold
 * up none of the others. Not found if none waits.
 * @param reason for those who asked; without one nobody is notified
 */
export const refuseRequests = (
  member: Member,
  ref: ContainerRef,
  memberIds: number[],
  reason = '',
): Promise<{ revoked: number }> =>
  staffChange(member, ref, memberIds, async ({ tx, container }) => {
    const { type, id } = container;
    const refused = await tx.execute<{ memberId: number; state: MembershipState }>(sql`
        with pending as materialized (
          select ms.member_id, ms.state
          from memberships ms
          where ms.type = ${type}
            and ms.id = ${id}
            and ms.member_id = any (${sql.param(memberIds)}::bigint[])
            and ms.state in ('requested', 'invited')
          order by ms.member_id
          for update
        )
        update memberships ms
        set state = 'none', invited_by = null, answers = null, item_answers = null, requested_at = null, reason = '',
          refused_at = case when pending.state = 'requested' then ${now()} else ms.refused_at end
        from pending
        where ms.type = ${type} and ms.id = ${id} and ms.member_id = pending.member_id
        returning ms.member_id as "memberId", pending.state`);
    if (!refused.length) throw notFound();
    const ids = (state: MembershipState) =>
      refused
        .filter((one) => one.state === state)
        .map(({ memberId }) => Number(memberId))
        .toSorted((a, b) => a - b);
    await writeAuditEntries(tx, container, member.id, 'refuse', ids('requested'));
    await writeAuditEntries(tx, container, member.id, 'revoke_invitation', ids('invited'));
    if (reason) await notifyOfRefusal(tx, container, ids('requested'), reason);
    return { revoked: ids('invited').length };
  });

async function lockTarget({ tx, container }: Change, memberId: number) {
  const target = await lockMembership(tx, container, memberId);
  if (target?.state !== 'member') throw notFound();
  return target;
}

/** Refuses one more than its kind has at most. */
async function checkStaffCount({ tx, container: { type, id } }: Change): Promise<void> {
  const max = findContainerKind(type)?.maxStaff;
  if (max === undefined) return;
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
    from memberships ms
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.state = 'member'
      and ms.role > ${roles.member}
      and ms.role < ${roles.owner}`);
  if (row!.count >= max) throw invalid(`There are already ${max} of them, which is the maximum.`);
}

/**
 * Gives a member another role, below the actor's own, and a title beside the name if there is one. The
 * notice leads to the item at which that was done.
 */
export const changeRole = (
  member: Member,
  ref: ContainerRef & Partial<ItemRef>,
  memberId: number,
  role: Role,
  title?: string,
): Promise<void> =>
  staffChange(member, ref, [memberId], async (change) => {
    const { tx, container, membership } = change;
    const target = await lockTarget(change, memberId);
    if (!mayChangeRole(membership!.role, target.role, role)) throw forbidden();
    if (target.role !== role) {
      if (target.role === roles.member) await checkStaffCount(change);
      await writeRole(tx, container, memberId, role);
      await writeAuditEntry(tx, container, member.id, {
        action: 'change_role',
        targetId: memberId,
        details: { from: target.role, to: role },
      });
      const notice = membershipNotice(container, 'promoted');
      if (role === findContainerKind(container.type)?.editRole)
        await notifyAboutContainer(tx, member, container, notice, [memberId], ref.itemId);
    }
    if (title !== undefined) await writeTitle(change, member, memberId, title);
  });

/** Sets the title of a member whose role is below the actor's, or the own one. */
export const setTitle = (
  member: Member,
  ref: ContainerRef,
  memberId: number,
  title: string,
): Promise<void> =>
  changeAsModerator(member, ref, (change) => writeTitle(change, member, memberId, title));

export async function writeTitle(
  change: Change,
  member: Member,
  memberId: number,
  title: string,
): Promise<void> {
  const { tx, container, membership } = change;
  const target = await lockTarget(change, memberId);
  if (memberId !== member.id && target.role >= membership!.role) throw forbidden();
  const own = sql`
    type = ${container.type} and id = ${container.id} and member_id = ${memberId}`;
  const { title: from } = await readValues(tx, 'memberships', own, ['title']);
  if (from === title) return;
  await updateRow(tx, 'memberships', own, { title });
  await writeAuditEntry(tx, container, member.id, {
    action: 'set_title',
    targetId: memberId,
    details: { from, to: title },
  });
}
