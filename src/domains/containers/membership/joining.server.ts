import { writeItemAnswers } from '#domains/containers/answers/answers.server.ts';
import type { Role } from '#domains/containers/container-access.rules.ts';
import { findContainerKind, type JoinWay } from '#domains/containers/container-kinds.server.ts';
import { writeMembership, type Change } from '#domains/containers/container-lock.server.ts';
import { membershipNotice, withdrawActor } from '#domains/containers/container-notices.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { sql } from '#server/sql.ts';

/** Whoever joins may not be who makes the change. */
export type Joining = Pick<Change, 'tx' | 'container'>;

/** Runs after they became members, however that happened. */
export async function afterJoining(
  change: Joining,
  memberIds: number[],
  way: JoinWay,
): Promise<void> {
  if (!memberIds.length) return;
  await writeItemAnswers(change.tx, change.container, memberIds);
  await findContainerKind(change.container.type)?.onJoin?.(change, memberIds, way);
}

export async function becomeMember(
  change: Joining,
  memberId: number,
  way: JoinWay,
  fields: { role?: Role; invitedBy?: number } = {},
): Promise<void> {
  const { tx, container } = change;
  await writeMembership(tx, container, memberId, {
    ...fields,
    state: 'member',
    stamp: 'joined_at',
  });
  await afterJoining(change, [memberId], way);
}

/** Ends following, and withdraws its part in the notice to the staff. */
export async function endFollowing({ tx, container }: Change, memberId: number): Promise<void> {
  const { type, id } = container;
  const ended = await tx.execute(sql`
    update memberships
    set is_following = false, is_shown_in_feed = is_shown_in_feed and state = 'member'
    where type = ${type} and id = ${id} and member_id = ${memberId} and is_following
    returning 1`);
  const actor = viewerFromColumn(sql`${memberId}::bigint`);
  if (ended.length)
    await withdrawActor(tx, actor, container, membershipNotice(container, 'followed'));
}

/** Runs after somebody left, was removed or banned. */
export async function afterMembership({ tx, container }: Change, memberId: number): Promise<void> {
  const { type, id } = container;
  await tx.execute(sql`
    delete from ownership_offers
    where type = ${type} and id = ${id} and recipient_id = ${memberId}`);
}
