import type { Tx } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';

/** Belongs to the transaction in which somebody becomes a member: all of it counts, or none. */
type OnMemberActivated = (tx: Tx, memberId: number) => Promise<void>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Runs for each new member, once the address is confirmed (or need not be). */
    onMemberActivated?: OnMemberActivated;
  }
}

export const memberActivated: OnMemberActivated = async (tx, memberId) => {
  for (const handle of fromEachDomain('onMemberActivated')) await handle(tx, memberId);
};
