import { shareActivity } from '#domains/activities/share-activity.server.ts';
import {
  notifyLevels,
  roles,
  type NotifyLevel,
} from '#domains/containers/container-access.rules.ts';
import type { Change } from '#domains/containers/container-lock.server.ts';
import {
  notifyAboutContainer,
  notifyContainerStaff,
  withdrawNotice,
} from '#domains/containers/container-notices.server.ts';
import * as invitations from '#domains/containers/invitations/invitations.server.ts';
import { setMemberTitle } from '#domains/containers/membership/member-titles.server.ts';
import * as memberships from '#domains/containers/membership/memberships.server.ts';
import * as removals from '#domains/containers/membership/removals.server.ts';
import * as staff from '#domains/containers/membership/staff.server.ts';
import { groupJoinedActivity } from '#domains/groups/group-activity.server.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import { groupRef, readGroup } from '#domains/groups/one-group.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

const shareJoining =
  (member: Member) =>
  async ({ tx, container }: Change): Promise<void> => {
    if (container.visibility !== 'everyone' && container.visibility !== 'registered') return;
    await shareActivity(tx, {
      activity: groupJoinedActivity,
      authorId: member.id,
      audience: 'container',
      itemId: container.id,
      container,
    });
  };

/** Joins an open group, which shows it. Being a member already is no error. */
export async function joinGroup(
  member: Member,
  id: number,
  hasAcceptedRules: boolean,
): Promise<GroupRow> {
  await memberships.joinContainer(member, groupRef(id), hasAcceptedRules, shareJoining(member));
  return readGroup(member, id);
}

/** Asks to join; with an open invitation the member belongs to it at once. */
export async function requestMembership(
  member: Member,
  id: number,
  request: { answers: string[]; questions: string[]; hasAcceptedRules: boolean },
): Promise<GroupRow> {
  await memberships.requestMembership(member, groupRef(id), request, (tx) =>
    notifyContainerStaff(tx, member, groupRef(id), 'group_approve', roles.moderator),
  );
  return readGroup(member, id);
}

export const cancelRequest = (member: Member, id: number): Promise<void> =>
  memberships.withdraw(member, groupRef(id), 'requested');

/** Accepts an invitation; the inviter is not notified. Not found without one that still stands. */
export async function acceptInvitation(
  member: Member,
  id: number,
  hasAcceptedRules: boolean,
): Promise<void> {
  const group = await readGroup(member, id);
  if (!group.isInvited) throw notFound();
  await memberships.joinContainer(member, groupRef(id), hasAcceptedRules);
}

export const ignoreInvitation = (member: Member, id: number): Promise<void> =>
  memberships.withdraw(member, groupRef(id), 'invited');

/** Leaves; of a secret group the member then knows nothing. */
export async function leaveGroup(
  member: Member,
  id: number,
  deletesPosts = false,
): Promise<number> {
  await memberships.leaveContainer(member, groupRef(id), deletesPosts);
  const [row] = await db.execute<{ memberCount: number }>(sql`
    select member_count as "memberCount" from containers where type = 'group' and id = ${id}`);
  return row?.memberCount ?? 0;
}

/** Invites friends of the member; others are left out. Returns how many were invited. */
export async function inviteMembers(member: Member, id: number, ids: number[]): Promise<number> {
  const ref = groupRef(id);
  const invited = await invitations.inviteMembers(
    member,
    ref,
    ids,
    async (tx, invitedIds, joinedIds) => {
      await notifyAboutContainer(tx, member, ref, 'group_invite', invitedIds);
      await notifyAboutContainer(tx, member, ref, 'group_accepted', joinedIds);
    },
  );
  return invited.length;
}

/** Sends an invitation that waits once more, with a new notice. */
export const resendInvitation = (member: Member, id: number, memberId: number): Promise<void> =>
  invitations.resendInvitation(member, groupRef(id), memberId, async (tx) => {
    await withdrawNotice(tx, groupRef(id), 'group_invite', memberId);
    await notifyAboutContainer(tx, member, groupRef(id), 'group_invite', [memberId]);
  });

/** Approves requests; not found if none of them waits any more. */
export const approveRequests = (member: Member, id: number, ids: number[]): Promise<void> =>
  staff.approveRequests(member, groupRef(id), ids, (tx, approvedIds) =>
    notifyAboutContainer(tx, member, groupRef(id), 'group_accepted', approvedIds),
  );

/** Refuses requests, or revokes invitations. */
export const refuseRequests = (
  member: Member,
  id: number,
  memberIds: number[],
  reason = '',
): Promise<void> => staff.refuseRequests(member, groupRef(id), memberIds, reason);

export const removeMember = (member: Member, id: number, memberId: number): Promise<void> =>
  removals.removeMember(member, groupRef(id), memberId);

/** Makes a member an officer; only the owner does. */
export const promoteMember = (member: Member, id: number, memberId: number): Promise<void> =>
  staff.changeRole(member, groupRef(id), memberId, roles.moderator, async ({ tx }, isNew) => {
    if (isNew) await notifyAboutContainer(tx, member, groupRef(id), 'group_promote', [memberId]);
  });

export const demoteMember = (member: Member, id: number, memberId: number): Promise<void> =>
  staff.changeRole(member, groupRef(id), memberId, roles.member);

/** The title of a member whose role is below the actor's, or the own one. */
export const setTitle = (
  member: Member,
  id: number,
  memberId: number,
  title: string,
): Promise<void> =>
  staff.changeAsModerator(member, groupRef(id), (change) =>
    setMemberTitle(change, member, memberId, title),
  );

/** The member's own settings in a group; not found for others. */
export async function readMemberOptions(
  member: Member,
  id: number,
): Promise<{ notify: NotifyLevel; isShownInFeed: boolean }> {
  const [row] = await db.execute<{ notify: number; isShownInFeed: boolean }>(sql`
    select ms.notify, ms.is_shown_in_feed as "isShownInFeed"
    from memberships ms
    where ms.type = 'group' and ms.id = ${id} and ms.member_id = ${member.id} and ms.state = 'member'`);
  if (!row) throw notFound();
  return {
    notify: (Object.keys(notifyLevels) as NotifyLevel[])[row.notify]!,
    isShownInFeed: row.isShownInFeed,
  };
}

/** The rules of a group, for somebody with a link that joins it. */
export async function readRules(id: number): Promise<string> {
  const [row] = await db.execute<{ rules: string }>(sql`select rules from groups where id = ${id}`);
  return row?.rules ?? '';
}
