import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { callerKey, type Caller } from '#server/caller.ts';
import { db, type Tx } from '#server/db.ts';
import { httpError } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { firstAdminKey } from './members.rules.ts';

// The launcher (scripts/launch/first-admin.ts) creates the link and shows it in the server's
// terminal, never in the log.

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex');

const isOpenLink = (code: string): SQL => sql`
  key = ${firstAdminKey}
  and value = ${hashCode(code)}
  and not exists (
    select from members
    where role = 'admin'
      and status = 'active'
  )`;

export const firstAdminLinkRefused = () => httpError('code_invalid', 'This link is not valid.');

/** Whether the link is valid. Checking does not use it up. */
export async function isFirstAdminLinkGood(code: string, caller: Caller): Promise<boolean> {
  await consume(['codeByAddress', callerKey(caller)]);
  return (await db.execute(sql`select from site_state where ${isOpenLink(code)}`)).length > 0;
}

/**
 * Uses the link up and makes that member the administrator. The second of two concurrent requests
 * finds no link.
 */
export async function makeFirstAdmin(tx: Tx, code: string, memberId: number): Promise<void> {
  const used = await tx.execute(
    sql`delete from site_state where ${isOpenLink(code)} returning key`,
  );
  const changed = await tx.execute(sql`
    update members set role = 'admin'
    where id = ${memberId}
      and status = 'active'
    returning id`);
  if (!used.length || !changed.length) throw firstAdminLinkRefused();
  log('info', 'first administrator made', { member: memberId });
}

/** In safe mode, and for a copy of the data. The next start makes another link. */
export async function deleteFirstAdminLink(tx: Tx = db): Promise<void> {
  await tx.execute(sql`delete from site_state where key = ${firstAdminKey}`);
}

/** For a member who is signed in. */
export async function becomeFirstAdmin(
  code: string,
  memberId: number,
  caller: Caller,
): Promise<void> {
  await consume(['codeByAddress', callerKey(caller)]);
  await db.transaction((tx) => makeFirstAdmin(tx, code, memberId));
}

let hasMembers = false;

/** Whether no account exists yet. The landing page checks it until there is one. */
export async function isEmptyCommunity(): Promise<boolean> {
  hasMembers ||=
    (await db.execute(sql`select from members where status = 'active' limit 1`)).length > 0;
  return !hasMembers;
}
