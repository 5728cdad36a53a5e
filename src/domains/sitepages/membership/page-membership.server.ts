import { roles } from '#domains/containers/container-access.rules.ts';
import {
  changeContainer,
  lockMembership,
  writeMembership,
  writeRole,
} from '#domains/containers/container-lock.server.ts';
import {
  notifyAboutContainer,
  notifyContainerStaff,
} from '#domains/containers/container-notices.server.ts';
import * as invitations from '#domains/containers/invitations/invitations.server.ts';
import { setMemberTitle } from '#domains/containers/membership/member-titles.server.ts';
import * as memberships from '#domains/containers/membership/memberships.server.ts';
import * as removals from '#domains/containers/membership/removals.server.ts';
import * as staff from '#domains/containers/membership/staff.server.ts';
import { checkNotArchived, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef, readPage } from '#domains/sitepages/one-page.server.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import { asksToJoin } from '#domains/sitepages/sitepages.rules.ts';
import type { RoleName } from '#domains/sitepages/sitepages.schema.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, HttpError, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/**
 * Joins the page and follows it, or asks to join. Being a member already, or having asked, is no
 * error.
 */
export async function joinPage(
  member: Member,
  id: number,
  request: { answers: string[]; questions: string[] } = { answers: [], questions: [] },
): Promise<PageRow> {
  const ref = pageRef(id);
  const before = await readPage(member, id);
  const isWaiting = before.membership === 'member' || before.membership === 'requested';
  if (isWaiting) return before;
  const ask = () =>
    memberships.requestMembership(member, ref, request, (tx) =>
      notifyContainerStaff(tx, member, pageRef(id), 'page_request', roles.moderator),
    );
  if (asksToJoin(before)) await ask();
  else
    await memberships.joinContainer(member, ref).catch((error: unknown) => {
      // Whoever was removed from an open page comes back by approval only.
      if (error instanceof HttpError && error.code === 'unauthorized') return ask();
      throw error;
    });
  return readPage(member, id);
}

/** Leaves the page, or cancels a request. Not found for others. */
export async function leavePage(
  member: Member,
  id: number,
  deletesPosts = false,
): Promise<{ page: PageRow; hasLeft: boolean }> {
  const before = await readPage(member, id);
  const hasLeft = before.membership !== 'requested';
  if (hasLeft) await memberships.leaveContainer(member, pageRef(id), deletesPosts);
  else await memberships.withdraw(member, pageRef(id), 'requested');
  const nothing: PageRow = { ...before, membership: 'none', role: 0 };
  return { page: await readPage(member, id).catch(() => nothing), hasLeft };
}

/** Follows or stops following; without a choice the other of both. */
export async function followPage(
  member: Member,
  id: number,
  isFollowing?: boolean,
): Promise<PageRow> {
  const before = await readPage(member, id);
  const wanted = isFollowing ?? !before.isFollowing;
  await memberships.followContainer(member, pageRef(id), wanted, (tx) =>
    notifyContainerStaff(tx, member, pageRef(id), 'page_follow', roles.admin),
  );
  return readPage(member, id);
}

/** Accepts an invitation; the inviter is not notified. */
export async function acceptInvite(member: Member, id: number): Promise<void> {
  const page = await readPage(member, id);
  if (!page.isInvited) throw notFound();
  await memberships.joinContainer(member, pageRef(id));
}

export const rejectInvite = (member: Member, id: number): Promise<void> =>
  memberships.withdraw(member, pageRef(id), 'invited');

/** Invites friends. Returns how many were invited; others are left out. */
export async function inviteMembers(
  member: Member,
  id: number,
  friendIds: number[],
): Promise<number> {
  const ref = pageRef(id);
  const invited = await invitations.inviteMembers(
    member,
    ref,
    friendIds,
    async (tx, invitedIds, joinedIds) => {
      await notifyAboutContainer(tx, member, ref, 'page_invite', invitedIds);
      await notifyAboutContainer(tx, member, ref, 'page_accepted', joinedIds);
    },
  );
  return invited.length;
}

/** Approves requests to join; not found if none of them waits any more. */
export const approveRequests = (member: Member, id: number, ids: number[]): Promise<void> =>
  staff.approveRequests(member, pageRef(id), ids, (tx, approvedIds) =>
    notifyAboutContainer(tx, member, pageRef(id), 'page_accepted', approvedIds),
  );

/**
 * Rejects requests; who asked is notified only if there is a reason to read. Not found if none of
 * them waits any more.
 */
export const rejectRequests = (
  member: Member,
  id: number,
  ids: number[],
  reason: string,
): Promise<void> => staff.refuseRequests(member, pageRef(id), ids, reason);

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
      await setMemberTitle(change, member, memberId, title);
    });
  if (role === 'owner') throw invalid('The owner changes by an offer alone.', 'role');
  return staff.changeRole(member, ref, memberId, roles[role], async (change, isNew) => {
    if (isNew && role === 'admin')
      await notifyAboutContainer(change.tx, member, ref, 'page_admin', [memberId]);
    if (title !== undefined) await setMemberTitle(change, member, memberId, title);
  });
}

/** Removes a member; only for admins. */
export async function removeMember(member: Member, id: number, memberId: number): Promise<void> {
  await readPage(member, id);
  await removals.removeMember(member, pageRef(id), memberId);
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
        async ({ tx, container, membership }) => {
          if (membership?.role !== roles.owner) throw forbidden();
          checkNotArchived(container);
          if (memberId === member.id) throw invalid('You own it already.', 'user_id');
          const target = await lockMembership(tx, container, memberId);
          if (target?.state === 'member' && target.role >= roles.admin) return;
          if (target?.state !== 'member' && !(await isFriend(tx, member, memberId)))
            throw notFound();
          if (target?.state === 'banned') throw forbidden();
          if (target?.state === 'member') await writeRole(tx, container, memberId, roles.admin);
          else
            await writeMembership(tx, container, memberId, {
              state: 'member',
              role: roles.admin,
              stamp: 'joined_at',
            });
          await writeAuditEntry(tx, container, member.id, {
            action: 'change_role',
            targetId: memberId,
            details: { from: target?.role ?? 0, to: roles.admin },
          });
          await notifyAboutContainer(tx, member, pageRef(id), 'page_admin', [memberId]);
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
