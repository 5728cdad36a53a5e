import { sql } from '#server/sql.ts';
import { withLongStatements } from './db.ts';
import { fromEachDomain } from './domain.ts';

/**
 * Deletes what only the site itself may use: sessions, links, codes, keys, and mails and pushes
 * that are due. For a copy of its data and for a restored backup (security.md section 10).
 */
export const dropCopiedData = (): Promise<void> =>
  withLongStatements(0, (long) =>
    long.transaction(async (tx) => {
      for (const drop of fromEachDomain('onCopied')) await drop(tx);
      await tx.execute(sql`delete from idempotency_keys`);
      const [found] = await tx.execute(
        sql`select to_regclass('jobs.job') is not null as "hasJobs"`,
      );
      if (!found!.hasJobs) return;
      const outgoing = fromEachDomain('queues')
        .flat()
        .filter(({ isOutgoing }) => isOutgoing)
        .map(({ name }) => name);
      await tx.execute(
        sql`delete from jobs.job where name = any (${sql.param(outgoing)}::text[]) and state <> 'completed'`,
      );
    }),
  );
