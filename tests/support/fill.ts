import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Inserts thousands of rows in one transaction without the statement timeout, which a busy machine
 * would exceed.
 */
export async function fill(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await work(tx);
  });
}
