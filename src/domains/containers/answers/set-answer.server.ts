import type { MembershipState } from '#domains/containers/container-access.rules.ts';
import { wallOf, type ItemRef } from '#domains/containers/container-items.server.ts';
import {
  changeContainer,
  readRelation,
  writeMembership,
  type Change,
} from '#domains/containers/container-lock.server.ts';
import {
  joinIn,
  requestIn,
  type JoinRequest,
} from '#domains/containers/membership/memberships.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { ItemAnswer } from './answers.rules.ts';
import { answerItem, keepAnswer, readOpenSeats } from './answers.server.ts';

export interface Answered {
  /** `requested`: the answer is kept for the approval. */
  membership: Exclude<MembershipState, 'banned'>;
  /** The number in the queue; null: the answer stands. */
  queueNo: number | null;
}

/**
 * Answers to an item. Whoever does not belong to its wall joins by that, where they may
 * (`joinContainer`); but not by declining, which is no answer then, and ends an invitation.
 * @param andThen what a member's answer changes beside it, in its transaction
 */
export async function setAnswer(
  member: Member,
  { type, itemId }: ItemRef,
  { answer, seats = 1, ...request }: JoinRequest & ItemAnswer,
  andThen?: (change: Change) => Promise<void>,
): Promise<Answered> {
  const wall = await wallOf(type, itemId);
  return changeContainer(member, wall, async (change) => {
    const { tx } = change;
    const itemAnswer = { answer, seats };
    const { state = 'none' } = change.membership ?? {};
    if (answer === 'declined' && (state === 'none' || state === 'invited')) {
      await readOpenSeats(tx, wall, itemId, member.id, itemAnswer);
      if (state === 'invited') await writeMembership(tx, wall, member.id, { state: 'none' });
      return { membership: 'none', queueNo: null };
    }
    // Whoever asked before it was opened to all joins by answering.
    const waits = state === 'requested' && change.container.joinPolicy !== 'open';
    const membership = waits ? state : await joinIn(change, member, request);
    const answered = await answerAs(membership, change, member, itemId, itemAnswer);
    if (membership === 'member') await andThen?.(change);
    return answered;
  });
}

/** Asks to join its wall with an answer to an item: both, or neither if the answer is refused. */
export async function requestWithAnswer(
  member: Member,
  { type, itemId }: ItemRef,
  { answer, seats = 1, ...request }: JoinRequest & ItemAnswer,
): Promise<Answered> {
  const wall = await wallOf(type, itemId);
  return changeContainer(member, wall, async (change) => {
    const membership = await requestIn(change, member, request);
    return answerAs(membership, change, member, itemId, { answer, seats });
  });
}

/** Keeps the answer of whoever asks for the approval, and writes that of a member. */
async function answerAs(
  membership: 'requested' | 'member',
  change: Change,
  member: Member,
  itemId: number,
  itemAnswer: ItemAnswer,
): Promise<Answered> {
  const { tx, container } = change;
  if (membership === 'requested') {
    await keepAnswer(tx, container, itemId, member.id, itemAnswer);
    return { membership, queueNo: null };
  }
  const joined = { ...change, ...(await readRelation(tx, container, member)) };
  return { membership, queueNo: await answerItem(joined, member, itemId, itemAnswer) };
}
