import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { revokeAllSessions } from '#domains/auth/sessions.server.ts';
import { db } from '#server/db.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';

export type ResetOutcome = { displayname: string; wasOn: boolean };

/**
 * For a member who lost the device and the recovery codes: turns two-factor log-in off, so that the
 * password alone logs in again, and ends every session. Only from the server's own command line:
 * the administrator must make sure that the request comes from the member, which no page can check.
 * Secrets are not read, so it also helps if their key is lost. Undefined if no active member has
 * this address.
 */
export async function resetTwoFactor(email: string): Promise<ResetOutcome | undefined> {
  const outcome = await db.transaction(async (tx) => {
    const [member] = await tx.execute<{ id: number; displayname: string }>(sql`
      select id, displayname
      from members
      where lower(email) = lower(${email})
        and status = 'active'
      for no key update`);
    if (!member) return undefined;
    const deleted = await tx.execute<{ wasOn: boolean }>(
      sql`
        delete from two_factor
        where member_id = ${member.id}
        returning secret is not null as "wasOn"`,
    );
    const wasOn = deleted[0]?.wasOn ?? false;
    await tx.execute(sql`delete from recovery_codes where member_id = ${member.id}`);
    if (wasOn) {
      await revokeAllSessions(tx, member.id);
      await sendAuthMail(tx, { about: 'two-factor-reset', memberId: member.id });
    }
    return { ...member, wasOn };
  });
  if (outcome?.wasOn) log('warn', 'two-factor reset', { member: outcome.id });
  return outcome && { displayname: outcome.displayname, wasOn: outcome.wasOn };
}
