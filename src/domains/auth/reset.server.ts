import { lockMember } from '#domains/members/members.server.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { db } from '#server/db.ts';
import { httpError, invalid } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { accountKey, findAccountById } from './accounts.server.ts';
import { sendAuthMail } from './auth-mails.server.ts';
import type { EmailInput } from './auth.schema.ts';
import { deviceMark, forgetDevices } from './devices.server.ts';
import { checkLink, revokeLinks, useLink, type LinkCodes } from './email-tokens.server.ts';
import { hashPassword, newPasswordProblem } from './passwords.server.ts';
import { revokeAllSessions } from './sessions.server.ts';

/** Sends a link to the owner of the address, if there is one. Same response for every address. */
export async function forgotPassword({ email }: EmailInput, caller: Caller): Promise<void> {
  await consume(
    ['mailByAccount', `forgot/${accountKey(email)}`],
    ['mailByAddress', `forgot/${callerKey(caller)}`],
  );
  await sendAuthMail(db, { about: 'forgot', email, ...deviceMark(caller.device) });
}

const codeInvalid = () =>
  httpError('code_invalid', 'This link is no longer valid. Please ask for a new one.');

/** The mail's code: the two halves of a link in one word. */
const split = (code: string): LinkCodes => ({ token: code.slice(0, 32), code: code.slice(32) });

/** Whether the link is valid. Checking does not use it up. */
export async function isResetLinkGood(code: string, uid: number, caller: Caller): Promise<boolean> {
  await consume(['codeByAddress', callerKey(caller)]);
  return (await checkLink('reset', split(code), uid)).state === 'good';
}

/**
 * Sets a new password, signs out every device and notifies the owner. A refused password does not
 * use up the link.
 */
export async function resetPassword(
  { code, uid, password }: { code: string; uid: number; password: string },
  caller: Caller,
): Promise<void> {
  await consume(['codeByAddress', callerKey(caller)]);
  const codes = split(code);
  const check = await checkLink('reset', codes, uid);
  const account = check.state === 'good' ? await findAccountById(db, check.memberId) : undefined;
  if (account?.status !== 'active') throw codeInvalid();
  const problem = await newPasswordProblem(password, account);
  if (problem) throw invalid(problem, 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await lockMember(tx, account.id);
    if (!(await useLink(tx, codes))) throw codeInvalid();
    const changed = await tx.execute(
      sql`
        update members
        set password_hash = ${passwordHash}
        where id = ${account.id}
          and status = 'active'
        returning 1`,
    );
    if (!changed.length) throw codeInvalid();
    await revokeAllSessions(tx, account.id);
    await revokeLinks(tx, account.id);
    await forgetDevices(tx, account.id);
    await sendAuthMail(tx, { about: 'password-changed', memberId: account.id });
  });
  log('info', 'password reset', { member: account.id });
}
