import { isStaff, mayInvite } from '#domains/containers/container-access.rules.ts';
import { hasItemToCome } from '#domains/containers/container-items.server.ts';
import { followsByJoining, isBlockedByOwner } from '#domains/containers/container-kinds.server.ts';
import { changeContainer, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyAboutContainer,
  withdrawNotice,
} from '#domains/containers/container-notices.server.ts';
import { andAdmitted, checkAdmitted } from '#domains/containers/container-parents.server.ts';
import { afterJoining } from '#domains/containers/membership/joining.server.ts';
import { writeAuditEntries } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { needsStaff, validInvitation } from './valid-invitation.server.ts';

/** Refuses to invite to what is over or called off: to a wall of which no item is left. */
async function checkToCome(tx: Tx, { type, id }: ContainerRef): Promise<void> {
  if (!(await hasItemToCome({ type, id }, tx)))
    throw invalid(`This ${type} is over or cancelled, so nobody can be invited any more.`);
}

/**
 * Invites friends of the member. Others are left out, and those who belong to it, are banned, have
 * a valid invitation, have blocked the inviter or are blocked, or whom a block with the owner keeps
 * out; by anybody but staff also those who were removed or refused lately. Forbidden if nobody is left
 * since the container around it does not admit them.
 * Whoever has asked to join becomes a member at once, since both sides have agreed. Returns the ids
 * that were invited.
 */
export const inviteMembers = (
  member: Member,
  ref: ContainerRef,
  memberIds: number[],
): Promise<number[]> =>
  changeContainer(
    member,
    ref,
    async (change) => {
      const { tx, container, relation } = change;
      if (!mayInvite(container, relation)) throw forbidden();
      await checkToCome(tx, container);
      await consumeIn(tx, ['inviteToContainer', member.id, memberIds.length]);
      const { type, id } = container;
      const rows = await tx.execute<{ memberId: number; state: string }>(sql`
        insert into memberships as ms (type, id, member_id, state, invited_by, requested_at)
        select ${type}, ${id}, m.id, 'invited', ${member.id}::bigint, ${now()}
        from friendships f
        join members m on m.id = f.friend_id
        where f.member_id = ${member.id}
          and m.id = any (${sql.param(memberIds)}::bigint[])
          and m.status = 'active'
          and not exists (
            select from blocks b
            where (b.blocker_id = m.id and b.blocked_id = ${member.id})
              or (b.blocker_id = ${member.id} and b.blocked_id = m.id)
          )
          and not ${isBlockedByOwner({ ...container, parentId: container.parent?.id ?? null }, sql`m.id`)}
          ${andAdmitted(container, sql`m.id`)}
        order by m.id
        on conflict (type, id, member_id) do update
        set state = case ms.state when 'requested' then 'member' else 'invited' end,
          joined_at = case ms.state when 'requested' then excluded.requested_at end,
          is_following = ms.is_following
          or (ms.state = 'requested' and ${followsByJoining(type)}),
          is_shown_in_feed = ms.is_shown_in_feed or ms.state = 'requested',
          invited_by = case when ms.state <> 'requested' then excluded.invited_by end,
          -- Answers kept with requests are written in their order.
          requested_at = case ms.state
            when 'requested' then ms.requested_at
            else excluded.requested_at
          end,
          item_answers = case ms.state when 'requested' then ms.item_answers end,
          answers = null, banned_until = null, banned_by = null, reason = ''
        where (
            ms.state in ('none', 'requested')
            or (ms.state = 'banned' and ms.banned_until <= ${now()})
            or (
              ms.state = 'invited' and not ${validInvitation(sql`${container.invitePolicy}::text`)}
            )
          )
          and (${isStaff(relation)} or not ${needsStaff()})
        returning member_id as "memberId", state`);
      if (!rows.length)
        await checkAdmitted(
          tx,
          container,
          sql`
            select f.friend_id as id
            from friendships f
            where f.member_id = ${member.id}
              and f.friend_id = any (${sql.param(memberIds)}::bigint[])`,
        );
      const idsIn = (state: string) =>
        rows.filter((row) => row.state === state).map(({ memberId }) => Number(memberId));
      const [invited, joined] = [idsIn('invited'), idsIn('member')];
      if (joined.length && isStaff(relation))
        await writeAuditEntries(tx, container, member.id, 'approve', joined);
      await afterJoining(change, joined, 'invitation');
      for (const [name, ids] of [
        ['invited', invited],
        ['accepted', joined],
      ] as const)
        await notifyAboutContainer(tx, member, container, membershipNotice(container, name), ids);
      return invited;
    },
    memberIds,
  );

/** Days after which an invitation that was not answered may be sent again. */
export const resendDays = 1;

/**
 * Sends an invitation that waits once more: its sender does, or staff, whose invitation it then is.
 * At most once a day. Not found without one.
 */
export const resendInvitation = (
  member: Member,
  ref: ContainerRef,
  memberId: number,
): Promise<void> =>
  changeContainer(
    member,
    ref,
    async ({ tx, container, relation }) => {
      if (!mayInvite(container, relation)) throw forbidden();
      await checkToCome(tx, container);
      await consumeIn(tx, ['inviteToContainer', member.id]);
      const { type, id } = container;
      const [row] = await tx.execute<{ isRecent: boolean }>(sql`
        select ms.requested_at > ${now()} - make_interval(days => ${resendDays}) as "isRecent"
        from memberships ms
        join members m on m.id = ms.member_id and m.status = 'active'
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.member_id = ${memberId}
          and ms.state = 'invited'
          and (${isStaff(relation)} or ms.invited_by = ${member.id})
          and not exists (
            select from blocks b
            where (b.blocker_id = m.id and b.blocked_id = ${member.id})
              or (b.blocker_id = ${member.id} and b.blocked_id = m.id)
          )`);
      if (!row) throw notFound();
      if (row.isRecent) throw invalid('You can send an invitation again after a day.', 'user_id');
      await tx.execute(sql`
        update memberships
        set invited_by = ${member.id}, requested_at = ${now()}
        where type = ${type} and id = ${id} and member_id = ${memberId}`);
      const notice = membershipNotice(container, 'invited');
      await withdrawNotice(tx, container, notice, memberId);
      await notifyAboutContainer(tx, member, container, notice, [memberId]);
    },
    [memberId],
  );

/** `unanswered`: invited by the viewer, who may send that again by now. */
export type Standing = 'member' | 'invited' | 'unanswered';

/** Those of the members who belong to the container or have a valid invitation. */
export async function listStandings(
  { type, id }: ContainerRef,
  memberIds: number[],
  viewer?: Member,
): Promise<Map<number, Standing>> {
  const rows = await db.execute<{ memberId: number; state: Standing }>(sql`
    select ms.member_id as "memberId",
      case
        when ms.state = 'invited'
          and ms.invited_by = ${viewer?.id ?? 0}
          and ms.requested_at <= ${now()} - make_interval(days => ${resendDays})
          then 'unanswered'
        else ms.state
      end as state
    from memberships ms
    join containers c on c.type = ms.type and c.id = ms.id
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.member_id = any (${sql.param(memberIds)}::bigint[])
      and case ms.state
        when 'member' then true
        when 'invited' then ${validInvitation(sql`c.invite_policy`)}
        else false
      end`);
  return new Map(rows.map((row) => [Number(row.memberId), row.state]));
}
