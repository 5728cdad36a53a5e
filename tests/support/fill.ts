import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Thousands of rows for a test, in one transaction: without the end that a statement of ours has,
 * which a busy machine would pass.
 */
export async function fill(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await work(tx);
  });
}
