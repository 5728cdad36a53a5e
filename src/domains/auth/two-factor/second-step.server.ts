import { randomBytes } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { stepSeconds } from '#domains/auth/cookies.ts';
import { isKnownDevice } from '#domains/auth/devices.server.ts';
import { sha256 } from '#domains/auth/sessions.server.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { httpError, invalid } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { looksLikeRecoveryCode, redeemRecoveryCode } from './recovery-codes.server.ts';
import { redeemAppCode } from './totp.server.ts';

const maxTries = 10;
const maxPending = 10;

/** Whether the member with `id` has turned two-factor log-in on. */
export const needsSecondStep = (id: SQL): SQL =>
  sql`
    exists (
      select from two_factor chosen
      where chosen.member_id = ${id}
        and chosen.secret is not null
    )`;

/** A log-in with the right password, of a member with two-factor log-in. */
export async function beginSecondStep(
  tx: Tx,
  memberId: number,
  caller: Caller,
  restores: boolean,
): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await tx.execute(sql`
    delete from login_challenges
    where member_id = ${memberId}
      and token_hash not in (
        select token_hash
        from login_challenges
        where member_id = ${memberId}
        order by expires_at desc
        limit ${maxPending - 1}
      )`);
  await tx.execute(sql`
    insert into login_challenges (token_hash, member_id, restores, device, expires_at)
    values (
      ${sha256(token)}, ${memberId}, ${restores}, ${caller.device ?? null},
      ${now()} + make_interval(secs => ${stepSeconds})
    )`);
  return token;
}

export const stepIsOver = () =>
  httpError('code_invalid', 'This login took too long. Please log in again.');

export interface Step extends Record<string, unknown> {
  memberId: number;
  device: string | null;
}

/**
 * Counts the try and returns the member of this log-in. Limits guessing, except from devices that
 * the member uses.
 */
export async function tryStep(token: string, caller: Caller): Promise<Step> {
  await consume(['codeByAddress', callerKey(caller)]);
  const [step] = await db.execute<Step>(sql`
    update login_challenges
    set tries = tries + 1
    where token_hash = ${sha256(token)}
      and expires_at > ${now()}
      and tries < ${maxTries}
    returning member_id as "memberId", device`);
  if (!step) throw stepIsOver();
  const isKnown = await isKnownDevice(db, step.memberId, caller.device ?? step.device ?? undefined);
  await consume(['secondStep', `${step.memberId}/${isKnown ? 'known' : 'new'}`]);
  return step;
}

/**
 * Ends the step and uses up the code. Throws if the code is wrong, or if another request was
 * faster.
 */
export async function claimStep(
  tx: Tx,
  token: string,
  code: string,
): Promise<{ memberId: number; restores: boolean }> {
  const [step] = await tx.execute<{ memberId: number; restores: boolean }>(sql`
    delete from login_challenges
    where token_hash = ${sha256(token)}
    returning member_id as "memberId", restores`);
  if (!step) throw stepIsOver();
  const isRecovery = looksLikeRecoveryCode(code);
  const fits = isRecovery
    ? await redeemRecoveryCode(tx, step.memberId, code)
    : await redeemAppCode(tx, step.memberId, code.replace(/\s/g, ''));
  if (!fits) {
    log('warn', 'second step failed', { member: step.memberId });
    throw invalid(
      isRecovery
        ? 'This recovery code is wrong or has already been used.'
        : 'This code is wrong or has already been used. Wait for the next one.',
      'code',
    );
  }
  if (isRecovery) await sendAuthMail(tx, { about: 'recovery-code-used', memberId: step.memberId });
  return step;
}
