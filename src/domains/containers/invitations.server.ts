import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { forbidden } from '#server/errors.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { isStaff, mayInvite } from './container-access.rules.ts';
import { changeContainer, nothing, type ContainerRef } from './container-lock.server.ts';

/**
 * Invites friends of the member; others are left out, and those who belong to it, are banned, have
 * an open invitation, have blocked the inviter or are blocked. Whoever asked to join becomes a member at once if the inviter
 * may approve requests. Returns the ids that were invited.
 */
export const inviteMembers = (
  member: Member,
  ref: ContainerRef,
  memberIds: number[],
  afterwards: (tx: Tx, invitedIds: number[]) => Promise<unknown> = nothing,
): Promise<number[]> =>
  changeContainer(
    member,
    ref,
    async ({ tx, container, relation }) => {
      if (!mayInvite(container, relation)) throw forbidden();
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
      order by m.id
      on conflict (type, id, member_id) do update
      set state = case when ms.state = 'requested' and ${isStaff(relation)} then 'member' else 'invited' end,
        joined_at = case
          when ms.state = 'requested' and ${isStaff(relation)} then excluded.requested_at
        end,
        invited_by = excluded.invited_by, requested_at = excluded.requested_at
      where ms.state in ('none', 'requested')
        or (ms.state = 'banned' and ms.banned_until <= ${now()})
      returning member_id as "memberId", state`);
      const invited = rows.flatMap((row) =>
        row.state === 'invited' ? [Number(row.memberId)] : [],
      );
      if (invited.length) await afterwards(tx, invited);
      return invited;
    },
    memberIds,
  );
