import { withLongStatements, type Tx } from '#server/db.ts';

/**
 * Inserts thousands of rows in one transaction without a limit of time, which a busy machine would
 * exceed.
 */
export const fill = (work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  withLongStatements(0, (own) => own.transaction(work));
