import type { Tx } from '#server/db.ts';

/** Belongs to the transaction in which somebody becomes a member: all of it counts, or none. */
type Step = (tx: Tx, memberId: number) => Promise<void>;

const steps: Step[] = [];

/**
 * Called by a domain when it is loaded: what it does for each new member, once the address is
 * confirmed (or need not be).
 */
export const onMemberActivated = (step: Step) => void steps.push(step);

export async function memberActivated(tx: Tx, memberId: number): Promise<void> {
  for (const step of steps) await step(tx, memberId);
}
