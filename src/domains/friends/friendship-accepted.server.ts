import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';

type Teller = (tx: Tx, member: Member, friendId: number) => Promise<void>;

let teller: Teller | undefined;

/** Called by the domain that writes it down for the feed, when it is loaded. */
export const tellFriendNews = (tell: Teller) => void (teller = tell);

/** In the transaction in which the member has accepted: the two are friends. */
export const friendsCame: Teller = async (tx, member, friendId) => teller?.(tx, member, friendId);
