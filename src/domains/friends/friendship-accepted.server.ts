import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';

type OnFriendshipAccepted = (tx: Tx, member: Member, friendId: number) => Promise<void>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Runs in the transaction that makes the two friends. */
    onFriendshipAccepted?: OnFriendshipAccepted;
  }
}

export const friendshipAccepted: OnFriendshipAccepted = async (tx, member, friendId) => {
  for (const handle of fromEachDomain('onFriendshipAccepted')) await handle(tx, member, friendId);
};
