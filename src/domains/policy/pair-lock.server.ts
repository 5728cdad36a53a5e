import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Serializes changes between two members (a request, a friendship, a block), whichever of the two
 * makes them. Held until the transaction ends; the next statement then sees the result of the one
 * before.
 */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  await tx.execute(
    sql`
      select pg_advisory_xact_lock(
        hashtextextended(${`pair ${Math.min(one, other)} ${Math.max(one, other)}`}, 0)
      )`,
  );
}
