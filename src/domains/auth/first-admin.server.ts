import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { db, type Tx } from '#server/db.ts';
import { refused } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import type { Signup } from './auth.schema.ts';
import { firstAdminKey } from './first-admin.rules.ts';
import type { LoggedIn } from './login.server.ts';
import { callerKey, type Caller } from './members.server.ts';
import { hashPassword } from './passwords.server.ts';
import { checkAccountFields, createActiveMember, refuseTakenNames } from './signup.server.ts';

// The link is made by the launcher (scripts/launch/first-admin.ts) and shown in the server's
// terminal, never in the log.

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

const isOpenLink = (code: string): SQL => sql`
  key = ${firstAdminKey}
  and value = ${hashOf(code)}
  and not exists (select from members where role = 'admin' and status = 'active')`;

const linkRefused = () => refused('code_invalid', 'This link is not valid.');

/** Whether the link would make an administrator. Looking uses nothing up. */
export async function isFirstAdminLinkGood(code: string, caller: Caller): Promise<boolean> {
  await consume(['codeByAddress', callerKey(caller)]);
  return (await db.execute(sql`select from site_state where ${isOpenLink(code)}`)).length > 0;
}

/**
 * Uses the link up and makes that member the administrator. Of two requests at once the second
 * finds no link.
 */
async function promote(tx: Tx, code: string, memberId: number): Promise<void> {
  const used = await tx.execute(
    sql`delete from site_state where ${isOpenLink(code)} returning key`,
  );
  const changed = await tx.execute(sql`
    update members set role = 'admin'
    where id = ${memberId} and status = 'active' returning id`);
  if (!used.length || !changed.length) throw linkRefused();
  log('info', 'first administrator made', { member: memberId });
}

/** For a member who is signed in. */
export async function becomeFirstAdmin(
  code: string,
  memberId: number,
  caller: Caller,
): Promise<void> {
  await consume(['codeByAddress', callerKey(caller)]);
  await db.transaction((tx) => promote(tx, code, memberId));
}

/**
 * Makes an account with the link, also while sign-up is closed and before mail works: whoever reads
 * the server's terminal needs no other proof.
 */
export async function signUpFirstAdmin(
  code: string,
  input: Signup,
  caller: Caller,
): Promise<LoggedIn> {
  if (!(await isFirstAdminLinkGood(code, caller))) throw linkRefused();
  await checkAccountFields(input);
  const passwordHash = await hashPassword(input.password);
  return refuseTakenNames(() =>
    db.transaction(async (tx) => {
      const loggedIn = await createActiveMember(tx, input, passwordHash, caller);
      await promote(tx, code, loggedIn.memberId);
      return loggedIn;
    }),
  );
}

let hasMembers = false;

/** Whether nobody has an account yet. Asked by the landing page until somebody does. */
export async function isEmptyCommunity(): Promise<boolean> {
  hasMembers ||=
    (await db.execute(sql`select from members where status = 'active' limit 1`)).length > 0;
  return !hasMembers;
}
