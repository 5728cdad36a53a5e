import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { revokeLinks } from '#domains/auth/email-tokens.server.ts';
import { revokeAllSessions } from '#domains/auth/sessions.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { purgeQueue } from './purge.server.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /** Locks the member, and whoever may take over something, before the account ends. */
    lockBeforeLeaving?: (tx: Tx, memberId: number) => Promise<void>;
    /** Runs in the transaction that ends an account: hands over what others go on using. */
    onMemberLeaving?: (tx: Tx, memberId: number) => Promise<void>;
  }
}

/**
 * Days in which the owner may restore the account. Rows and files are deleted within a week
 * (security.md, section 11).
 */
export const graceDays = 6;

/** Hides the account and its content at once, signs out everywhere and schedules the purge. */
export async function deleteAccount(member: Member, password: string | undefined): Promise<void> {
  await needPassword(member, password);
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      for (const lock of fromEachDomain('lockBeforeLeaving')) await lock(tx, member.id);
      const [deleted] = await tx.execute<{ purgeAfter: string }>(sql`
        update members
        set status = 'deleted', new_email = null,
          purge_after = ${now()} + make_interval(days => ${graceDays})
        where id = ${member.id}
          and status = 'active'
        returning purge_after as "purgeAfter"`);
      if (!deleted) throw notFound();
      await revokeAllSessions(tx, member.id);
      await revokeLinks(tx, member.id);
      for (const settle of fromEachDomain('onMemberLeaving')) await settle(tx, member.id);
      await sendAuthMail(tx, { about: 'deleted', memberId: member.id });
      await enqueue(tx, purgeQueue, {}, { startAfter: new Date(deleted.purgeAfter) });
    }),
  );
  log('info', 'account deleted', { member: member.id });
}
