import { wallOf, type ItemRef } from '#domains/containers/container-items.server.ts';
import { changeContainer, readRelation } from '#domains/containers/container-lock.server.ts';
import { joinIn, type JoinRequest } from '#domains/containers/membership/memberships.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Answer } from './answers.rules.ts';
import { answerItem } from './answers.server.ts';

export interface Answered {
  /** `requested`: the kind asks by joining, and nothing is answered before the approval. */
  membership: 'member' | 'requested';
  /** The number in the queue; null: the answer stands. */
  queueNo: number | null;
}

/**
 * Answers to an item. Whoever does not belong to its wall joins by that, where they may
 * (`joinContainer`).
 */
export async function setAnswer(
  member: Member,
  { type, itemId }: ItemRef,
  { answer, seats = 1, ...request }: JoinRequest & { answer: Answer; seats?: number },
): Promise<Answered> {
  const wall = await wallOf(type, itemId);
  return changeContainer(member, wall, async (change) => {
    const membership = await joinIn(change, member, request);
    if (membership === 'requested') return { membership, queueNo: null };
    const joined = { ...change, ...(await readRelation(change.tx, change.container, member)) };
    return { membership, queueNo: await answerItem(joined, itemId, answer, seats) };
  });
}
