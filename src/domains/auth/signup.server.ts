import { memberActivated } from '#domains/members/members.server.ts';
import { freeUsername, isUsernameTaken, usernameFrom } from '#domains/members/usernames.server.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { violatedUnique } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { forbidden, httpError, invalid } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { accountKey, findAccountById } from './accounts.server.ts';
import { sendAuthMail } from './auth-mails.server.ts';
import { passwordVoid } from './auth.rules.ts';
import type { EmailInput, Signup, VerifyInput } from './auth.schema.ts';
import {
  deviceMark,
  forgetDevices,
  isKnownDevice,
  newDevice,
  rememberDevice,
  usesDevice,
} from './devices.server.ts';
import { checkLink, useLink } from './email-tokens.server.ts';
import { openSession, type LoggedIn } from './login.server.ts';
import { hashPassword, newPasswordProblem, voidHash } from './passwords.server.ts';
import { sha256 } from './sessions.server.ts';

export const isSignupOpen = () => env().SIGNUP === 'open';

/** Throws if the site accepts no new members. */
export function needOpenSignup() {
  if (!isSignupOpen())
    throw forbidden('This community is not accepting new members at the moment.');
}

const takenEmail = () =>
  invalid('There is already an account with this address. Please log in.', 'email');
const takenUsername = () => invalid('This username is taken. Please choose another.', 'username');

/**
 * Validates a form before it is sent: says nothing about addresses, which only their owners may
 * learn.
 */
export async function validateSignup(fields: SomeFields): Promise<void> {
  needOpenSignup();
  await checkAccountFields(fields);
}

type SomeFields = { [Name in keyof Signup]?: Signup[Name] | undefined };

const lacksUsername = ({ username, firstName, lastName }: SomeFields): boolean =>
  !username &&
  firstName !== undefined &&
  lastName !== undefined &&
  usernameFrom(firstName, lastName) === undefined;

export async function checkAccountFields(fields: SomeFields): Promise<void> {
  const problems: Record<string, string> = {};
  if (fields.password !== undefined) {
    const problem = await newPasswordProblem(fields.password, {
      email: fields.email,
      firstName: fields.firstName,
      lastName: fields.lastName,
      username: fields.username,
    });
    if (problem) problems.password = problem;
  }
  if (fields.username && (await isUsernameTaken(db, fields.username)))
    problems.username = takenUsername().message;
  if (lacksUsername(fields))
    problems.username = 'Please choose a username: we could not make one from your name.';
  if (Object.keys(problems).length) throw invalid(problems);
}

export interface PendingSignup {
  kind: 'pending';
  id: number;
  displayname: string;
  email: string;
  device: string;
}

export type SignedUp = PendingSignup | ({ kind: 'member' } & LoggedIn);

/**
 * Creates the account. With verification it is pending, reserves neither address nor name, and an
 * address that already has an account is handled alike: only the mail differs, which only its owner
 * reads.
 */
export async function signUp(input: Signup, caller: Caller): Promise<SignedUp> {
  await validateSignup(input);
  await consume(['signup', callerKey(caller)]);
  const passwordHash = await hashPassword(input.password);
  const isVerified = env().EMAIL_VERIFICATION === 'off';
  const create = () =>
    db.transaction(async (tx): Promise<SignedUp> => {
      if (isVerified)
        return { kind: 'member', ...(await createActiveMember(tx, input, passwordHash, caller)) };
      const member = await insertMember(tx, input, passwordHash, isVerified);
      const device = caller.device || newDevice();
      // Another try replaces the pending sign-up of this device.
      await tx.execute(sql`
        delete from members
        where lower(email) = lower(${input.email})
          and status = 'pending'
          and id <> ${member.id}
          and ${usesDevice(sql`members.id`, sha256(device))}`);
      await rememberDevice(tx, member.id, device);
      await sendAuthMail(tx, { about: 'signed-up', memberId: member.id });
      return { kind: 'pending', ...member, email: input.email, device };
    });
  return refuseTakenNames(() => (input.username ? create() : repeatIfTaken(create)));
}

/** Repeats a sign-up while others of the same name take the username that was made for it. */
async function repeatIfTaken<T>(create: () => Promise<T>): Promise<T> {
  for (let left = 10; ; left -= 1) {
    try {
      return await create();
    } catch (error) {
      if (left === 0 || violatedUnique(error) !== 'members_username') throw error;
    }
  }
}

/** Runs an insert of a member and turns a unique violation into an error of the form. */
export async function refuseTakenNames<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    const broken = violatedUnique(error);
    if (broken === 'members_email') throw takenEmail();
    if (broken === 'members_username') throw takenUsername();
    throw error;
  }
}

/** Creates an account that needs no confirmed address, and signs it in. */
export async function createActiveMember(
  tx: Tx,
  input: Signup,
  passwordHash: string,
  caller: Caller,
): Promise<LoggedIn> {
  const member = await insertMember(tx, input, passwordHash, true);
  await dropPending(tx, input.email);
  await memberActivated(tx, member.id);
  log('info', 'signed up', { member: member.id });
  return openSession(tx, member.id, caller);
}

async function insertMember(tx: Tx, input: Signup, passwordHash: string, isVerified: boolean) {
  const displayname = `${input.firstName} ${input.lastName}`;
  const username = input.username || (await freeUsername(tx, input.firstName, input.lastName));
  const [row] = await tx.execute<{ id: number }>(sql`
    insert into members (
      status, email, username, first_name, last_name, displayname, password_hash, language, timezone
    )
    values (
      ${isVerified ? 'active' : 'pending'}, ${input.email}, ${username}, ${input.firstName},
      ${input.lastName}, ${displayname}, ${passwordHash}, ${input.language}, ${input.timezone}
    )
    returning id`);
  return { id: row!.id, displayname };
}

/**
 * Each confirmation deletes the other sign-ups for the address: locked by id, so that two at once
 * do not deadlock.
 */
async function lockSignups(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`
    select 1
    from members
    where status = 'pending'
      and lower(email) = (select lower(email) from members where id = ${memberId})
    order by id
    for update`);
}

/** Returns how many there were. */
async function dropPending(tx: Tx, email: string, kept = 0): Promise<number> {
  return (
    await tx.execute(
      sql`
        delete from members
        where lower(email) = lower(${email})
          and status = 'pending'
          and id <> ${kept}
        returning 1`,
    )
  ).length;
}

export interface Verified {
  memberId: number;
  message: string;
  isPasswordVoid: boolean;
}

const confirmed = (memberId: number): Verified => ({
  memberId,
  message: 'Your e-mail address is confirmed. You can log in now.',
  isPasswordVoid: false,
});
const unknownLink = () =>
  httpError('no_record', 'This link is no longer valid. Please ask for a new one.');
const failed = (message: string) => httpError('verification_fail', message);

/**
 * Nobody knows which sign-up's password is the owner's: voids them all, and sends the owner of the
 * address a link to choose one.
 */
async function voidPassword(tx: Tx, memberId: number): Promise<Verified> {
  await tx.execute(sql`update members set password_hash = ${voidHash()} where id = ${memberId}`);
  await forgetDevices(tx, memberId);
  await sendAuthMail(tx, { about: 'password-void', memberId });
  log('warn', 'address confirmed of several sign-ups, password void', { member: memberId });
  return { memberId, message: passwordVoid, isPasswordVoid: true };
}

/**
 * Confirms the address of a link. The first sign-up to do so gets the address; the others for it
 * are deleted. The person who opens a mail cannot see who chose the password of that sign-up, so if
 * there are several it is valid only in the browser that made it.
 */
export async function verifyEmail(
  { token, verify, email }: VerifyInput,
  caller: Caller,
): Promise<Verified> {
  await consume(['codeByAddress', callerKey(caller)]);
  const codes = { token, code: verify };
  const check = await checkLink('verify', codes);
  if (check.state === 'unknown') throw unknownLink();
  if (check.state === 'wrong')
    throw failed('This link is incomplete. Please open it again from the e-mail.');
  if (check.state === 'over') throw failed('This link has expired. Please ask for a new one.');
  const { memberId } = check as { memberId: number };
  try {
    return await db.transaction(async (tx) => {
      await lockSignups(tx, memberId);
      const account = await findAccountById(tx, memberId);
      // Another sign-up for the address was confirmed in the meantime.
      if (!account) throw unknownLink();
      if (email !== undefined && email.toLowerCase() !== account.email.toLowerCase()) {
        throw failed('This link is incomplete. Please open it again from the e-mail.');
      }
      if (check.state === 'used' && account.status === 'active') return confirmed(memberId);
      if (account.status !== 'pending' || !(await useLink(tx, codes)))
        throw failed('This link has already been used.');
      const username = (await isUsernameTaken(tx, account.username))
        ? await freeUsername(tx, account.firstName, account.lastName)
        : account.username;
      await tx.execute(
        sql`
          update members
          set status = 'active', username = ${username}
          where id = ${memberId}
            and status = 'pending'`,
      );
      const others = await dropPending(tx, account.email, memberId);
      await memberActivated(tx, memberId);
      log('info', 'address confirmed', { member: memberId });
      return others && !(await isKnownDevice(tx, memberId, caller.device))
        ? await voidPassword(tx, memberId)
        : confirmed(memberId);
    });
  } catch (error) {
    if (violatedUnique(error))
      throw failed('There is already an account with this address. Please log in.');
    throw error;
  }
}

/** Sends the link again, if there is a pending sign-up. Same response for every address. */
export async function resendVerification({ email }: EmailInput, caller: Caller): Promise<void> {
  await consume(
    ['mailByAccount', `verify/${accountKey(email)}`],
    ['mailByAddress', `verify/${callerKey(caller)}`],
  );
  await sendAuthMail(db, { about: 'verify-again', email, ...deviceMark(caller.device) });
}
