import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { revokeLinks } from '#domains/auth/email-tokens.server.ts';
import { hashPassword, newPasswordProblem } from '#domains/auth/passwords.server.ts';
import { revokeOtherSessions } from '#domains/auth/sessions.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';

/** Changes the password, signs out all other devices and notifies the owner. */
export async function changePassword(
  member: Member,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const account = await needPassword(member, oldPassword, 'oldPassword');
  const problem = await newPasswordProblem(password, account);
  if (problem) throw invalid(problem, 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    // Only if the password is still the one checked: of two concurrent changes one wins.
    const changed = await tx.execute(
      sql`
        update members
        set password_hash = ${passwordHash}
        where id = ${member.id}
          and password_hash = ${account.passwordHash}
        returning 1`,
    );
    if (!changed.length) throw invalid('This password is wrong.', 'oldPassword');
    await revokeOtherSessions(tx, member.id, member.sessionId);
    await revokeLinks(tx, member.id);
    await tx.execute(sql`delete from known_devices where member_id = ${member.id}`);
    await sendAuthMail(tx, { about: 'password-changed', memberId: member.id });
  });
  log('info', 'password changed', { member: member.id });
}
