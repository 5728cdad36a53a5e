import { sql } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { Refusal, refused } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { deviceName } from './auth.rules.ts';
import type { SessionPair } from './cookies.ts';
import { isKnownDevice, newDevice, rememberDevice } from './devices.server.ts';
import { accountKey, callerKey, findAccount, findLeavingAccount, type Account, type Caller } from './members.server.ts';
import { leavingMessage, restoreAccount } from './leaving.server.ts';
import { checkPassword, hashPassword } from './passwords.server.ts';
import { createSession } from './sessions.server.ts';

export interface LoggedIn {
  memberId: number;
  pair: SessionPair;
  /** For the device cookie. */
  device: string;
}

/** A session for a member who just proved to be one, on a device that is known from now on. */
export async function openSession(tx: Tx, memberId: number, caller: Caller): Promise<LoggedIn> {
  const device = caller.device || newDevice();
  const pair = await createSession(tx, memberId, deviceName(caller.userAgent), caller.address);
  await rememberDevice(tx, memberId, device);
  await tx.execute(sql`update members set last_login_at = ${now()} where id = ${memberId}`);
  return { memberId, pair, device };
}

/** Counts the try. An account that many try at once stays open to the devices it was used from. */
async function countTry(email: string, account: Account | undefined, caller: Caller) {
  const key = accountKey(email);
  await consume(['loginByAddress', callerKey(caller)], ['loginByAccountAndAddress', `${key}/${callerKey(caller)}`]);
  try {
    await consume(['loginByAccount', key]);
  } catch (error) {
    const isUnderAttack = error instanceof Refusal && error.code === 'too_many_requests';
    if (!isUnderAttack || !account || !(await isKnownDevice(db, account.id, caller.device))) throw error;
  }
}

const noRecord = () => refused('no_record', 'The e-mail address or the password is not right.');

/** Whose log-in this is. Somebody else's sign-up with the address of a leaving account must not stand in its owner's way. */
async function accountOf(email: string, { device }: Caller) {
  const account = await findAccount(email, device);
  return account && account.status !== 'pending' ? account : ((await findLeavingAccount(email)) ?? account);
}

/** Unknown address and wrong password get the same words after the same work; an account's state is told only to who knows its password. */
export async function logIn({ email, password, restore }: { email: string; password: string; restore?: number | undefined }, caller: Caller): Promise<LoggedIn> {
  const account = await accountOf(email, caller);
  await countTry(email, account, caller);
  const { fits, isOutdated } = await checkPassword(password, account?.passwordHash);
  if (!account || !fits) {
    log('warn', 'log-in failed', { account: accountKey(email), member: account?.id });
    throw noRecord();
  }
  if (account.status === 'pending') throw refused('email_not_verified', 'Confirm your e-mail address first.');
  if (account.status === 'suspended') throw refused('account_disabled', 'This account has been disabled.');
  if (account.status === 'deleted') {
    if (!restore) throw refused('account_disabled', await leavingMessage(account.id));
    await restoreAccount(account);
  }
  const newHash = isOutdated ? await hashPassword(password) : account.passwordHash;
  const loggedIn = await db.transaction(async (tx) => {
    // Under a lock: a password changed or an account suspended since the check wins.
    const still = await tx.execute(sql`
      select 1 from members where id = ${account.id} and status = 'active' and password_hash = ${account.passwordHash} for update`);
    if (!still.length) throw noRecord();
    if (isOutdated) await tx.execute(sql`update members set password_hash = ${newHash} where id = ${account.id}`);
    return openSession(tx, account.id, caller);
  });
  log('info', 'logged in', { member: account.id });
  return loggedIn;
}
