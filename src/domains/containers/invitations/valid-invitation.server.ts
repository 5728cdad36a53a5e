import type { SQL } from 'drizzle-orm';
import { refusedDays, removedDays, roles } from '#domains/containers/container-access.rules.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/**
 * Whether the invitation in the row `ms` lets its member in: its sender is active and may still
 * invite them, and neither has blocked the other since. Otherwise it is void: it is replaced by the
 * next one. The rule of `mayInvite`; the container is open.
 */
export const validInvitation = (invitePolicy: SQL): SQL => sql`
  exists (
    select
    from memberships inviter
    join members sender on sender.id = inviter.member_id and sender.status = 'active'
    where inviter.type = ms.type
      and inviter.id = ms.id
      and inviter.member_id = ms.invited_by
      and inviter.state = 'member'
      and (
        inviter.role >= ${roles.moderator} or (${invitePolicy} = 'members' and not ${needsStaff()})
      )
      and not exists (
        select from blocks b
        where (b.blocker_id = sender.id and b.blocked_id = ms.member_id)
          or (b.blocker_id = ms.member_id and b.blocked_id = sender.id)
      )
  )`;

/** Whether the member of the row `ms` was removed or refused lately: only staff lets them in. */
export const needsStaff = (): SQL => sql`
  coalesce(
    ms.removed_at > ${now()} - make_interval(days => ${removedDays})
      or ms.refused_at > ${now()} - make_interval(days => ${refusedDays}),
    false
  )`;
