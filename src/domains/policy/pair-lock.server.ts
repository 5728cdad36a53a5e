import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * What changes between two members (a request, a friendship, a block) happens one after the other,
 * from whichever side it comes. Held until the transaction ends; the next statement then sees what
 * the one before it did.
 */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  await tx.execute(
    sql`
      select pg_advisory_xact_lock(
        hashtextextended(${`pair ${Math.min(one, other)} ${Math.max(one, other)}`}, 0)
      )`,
  );
}
