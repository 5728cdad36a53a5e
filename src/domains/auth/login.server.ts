import {
  beginSecondStep,
  claimStep,
  needsSecondStep,
  tryStep,
} from '#domains/auth/two-factor/second-step.server.ts';
import { deletionMessage, restoreAccount } from '#domains/members/account-deletion.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { HttpError, httpError, unavailable } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import {
  accountKey,
  findAccount,
  findLeavingAccount,
  findLeavingAccountById,
  type Account,
} from './accounts.server.ts';
import { deviceName } from './auth.rules.ts';
import { secondStepNeeded } from './auth.views.server.ts';
import type { SessionPair } from './cookies.ts';
import { deviceCtes, isKnownDevice, newDevice } from './devices.server.ts';
import { checkPassword, hashPassword } from './passwords.server.ts';
import { newSession } from './sessions.server.ts';

/** The member's data in the response to a log-in. */
export interface SessionUser extends Record<string, unknown> {
  username: string;
  displayname: string;
  email: string;
  language: string;
  timezone: string;
  avatar: string | null;
  cover: string | null;
}

export interface LoggedIn {
  memberId: number;
  pair: SessionPair;
  /** Value for the device cookie. */
  device: string;
  user: SessionUser;
}

interface OpenedUser extends SessionUser {
  needsCode: boolean;
}

/**
 * Creates a session for a member who was just authenticated, and records the device. The
 * transaction holds the lock on the member's row.
 * @param options.isByPassword only the password was checked
 */
export async function openSession(
  tx: Tx,
  memberId: number,
  caller: Caller,
  { isByPassword = false } = {},
): Promise<LoggedIn> {
  const device = caller.device || newDevice();
  const { pair, ctes } = newSession(memberId, deviceName(caller.userAgent), caller.address);
  // One statement: a database may be far away.
  const [row] = await tx.execute<OpenedUser>(sql`
    with ${ctes}, ${deviceCtes(memberId, device)}
    update members
    set last_login_at = ${now()}
    where id = ${memberId}
    returning username, displayname, email, language, timezone, avatar, cover,
      ${needsSecondStep(sql`members.id`)} as "needsCode"`);
  const { needsCode, ...user } = row!;
  // Two-factor log-in was turned on while this log-in waited for the lock: the waiting statement
  // still read it as off.
  if (needsCode && isByPassword) throw unavailable(1);
  return { memberId, pair, device, user };
}

const countByAddress = (email: string, caller: Caller) =>
  consume(
    ['loginByAddress', callerKey(caller)],
    ['loginByAccountAndAddress', `${accountKey(email)}/${callerKey(caller)}`],
  );

/** Counts the try. Under attack an account stays open to the devices it was used from. */
async function countByAccount(email: string, account: Account | undefined, caller: Caller) {
  try {
    await consume(['loginByAccount', accountKey(email)]);
  } catch (error) {
    const isUnderAttack = error instanceof HttpError && error.code === 'too_many_requests';
    if (!isUnderAttack || !account || !(await isKnownDevice(db, account.id, caller.device)))
      throw error;
  }
}

const noRecord = () => httpError('no_record', 'The e-mail address or password is wrong.');

/**
 * The account of this log-in. A sign-up of somebody else with the address of a deleted account must
 * not block its owner.
 */
async function findLoginAccount(email: string, { device }: Caller) {
  const account = await findAccount(email, device);
  return account && account.status !== 'pending'
    ? account
    : ((await findLeavingAccount(email)) ?? account);
}

export interface SecondStep {
  /** Token of the pending second step. */
  token: string;
}

interface LogIn {
  email: string;
  password: string;
  restore?: number | undefined;
}

/**
 * Checked again under a lock: a concurrent password change or suspension wins. Returns whether a
 * code is required next.
 */
async function lockAccount(tx: Tx, { id, status, passwordHash }: Account): Promise<boolean> {
  const [still] = await tx.execute<{ needsCode: boolean }>(sql`
    select ${needsSecondStep(sql`members.id`)} as "needsCode"
    from members
    where id = ${id}
      and status = ${status}
      and password_hash = ${passwordHash}
    for no key update`);
  if (!still) throw noRecord();
  return still.needsCode;
}

/**
 * An unknown address and a wrong password get the same message after the same work; the account's
 * state is disclosed only with the right password. With two-factor log-in a code is required before
 * anything else happens.
 */
export async function beginLogIn(
  { email, password, restore }: LogIn,
  caller: Caller,
): Promise<LoggedIn | SecondStep> {
  const [account] = await Promise.all([
    findLoginAccount(email, caller),
    countByAddress(email, caller),
  ]);
  await countByAccount(email, account, caller);
  const { fits, isOutdated } = await checkPassword(password, account?.passwordHash);
  if (!account || !fits) {
    log('warn', 'log-in failed', { account: accountKey(email), member: account?.id });
    throw noRecord();
  }
  if (account.status === 'pending')
    throw httpError('email_not_verified', 'Confirm your e-mail address first.');
  if (account.status === 'suspended')
    throw httpError('account_disabled', 'This account has been disabled.');
  const isLeaving = account.status === 'deleted';
  if (isLeaving && !restore)
    throw httpError('account_disabled', await deletionMessage(account.id), 'account_leaving');
  const newHash = isOutdated ? await hashPassword(password) : undefined;
  const begun = await db.transaction(async (tx) => {
    const needsCode = await lockAccount(tx, account);
    if (newHash)
      await tx.execute(sql`update members set password_hash = ${newHash} where id = ${account.id}`);
    if (needsCode) return { token: await beginSecondStep(tx, account.id, caller, isLeaving) };
    if (isLeaving) await restoreAccount(tx, account);
    return openSession(tx, account.id, caller, { isByPassword: true });
  });
  if ('pair' in begun) log('info', 'logged in', { member: account.id });
  return begun;
}

/** Same as `beginLogIn`, for clients that get the second step as an error. */
export async function logIn(input: LogIn, caller: Caller): Promise<LoggedIn> {
  const begun = await beginLogIn(input, caller);
  if ('pair' in begun) return begun;
  throw secondStepNeeded(begun.token);
}

/** The second step: a code of the app, or a recovery code. */
export async function finishLogIn(
  { token, code }: { token: string; code: string },
  caller: Caller,
): Promise<LoggedIn> {
  const { memberId, device } = await tryStep(token, caller);
  const loggedIn = await db.transaction(async (tx) => {
    // Locks the member first, as everywhere: revoking steps and sessions takes the same lock.
    await lockMember(tx, memberId);
    const { restores } = await claimStep(tx, token, code);
    const account = restores ? await findLeavingAccountById(tx, memberId) : undefined;
    if (account) await restoreAccount(tx, account);
    const active = await tx.execute(
      sql`
        select 1
        from members
        where id = ${memberId}
          and status = 'active'`,
    );
    if (!active.length) throw httpError('account_disabled', 'This account has been disabled.');
    return openSession(tx, memberId, { ...caller, device: caller.device ?? device ?? undefined });
  });
  log('info', 'logged in', { member: memberId, step: 2 });
  return loggedIn;
}
