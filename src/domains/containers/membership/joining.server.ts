import { writeItemAnswers } from '#domains/containers/answers/answers.server.ts';
import type { Role } from '#domains/containers/container-access.rules.ts';
import { findContainerKind, type JoinWay } from '#domains/containers/container-kinds.server.ts';
import {
  writeMembership,
  type Change,
  type LockedMembership,
} from '#domains/containers/container-lock.server.ts';
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

/**
 * Runs after somebody left, was removed or banned.
 * @param membership as it was; undefined if there was none
 */
export async function afterMembership(
  change: Change,
  memberId: number,
  membership: LockedMembership | undefined,
): Promise<void> {
  const { type, id } = change.container;
  await change.tx.execute(sql`
    delete from ownership_offers
    where type = ${type} and id = ${id} and recipient_id = ${memberId}`);
  if (membership?.state === 'member') await findContainerKind(type)?.onEnd?.(change, membership);
}
