import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Locks the member's own row until the transaction ends. Every transaction that writes rows of one
 * member in more than one table takes it first (docs/locking.md). `no key update` lets others go on
 * inserting rows that refer to the member, such as likes and messages.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`select 1 from members where id = ${memberId} for no key update`);
}
