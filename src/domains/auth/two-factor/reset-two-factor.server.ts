import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { revokeAllSessions } from '#domains/auth/sessions.server.ts';
import { db } from '#server/db.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';

export type ResetOutcome = { displayname: string; wasOn: boolean };

/**
 * For who lost the device and the recovery codes: takes the codes away, so that the password logs
 * in again, and ends every session. Only from the server's own command line: whoever asks for it
 * must be known to be the member, which no page can find out. Secrets are not read, so it also
 * helps where their key is lost. Nobody active has this address: undefined.
 */
export async function resetTwoFactor(email: string): Promise<ResetOutcome | undefined> {
  const outcome = await db.transaction(async (tx) => {
    const [member] = await tx.execute<{ id: number; displayname: string }>(sql`
      select id, displayname
      from members
      where lower(email) = lower(${email}) and status = 'active'
      for no key update`);
    if (!member) return undefined;
    const gone = await tx.execute<{ wasOn: boolean }>(
      sql`
        delete from two_factor
        where member_id = ${member.id}
        returning secret is not null as "wasOn"`,
    );
    const wasOn = gone[0]?.wasOn ?? false;
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
