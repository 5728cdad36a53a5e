import type { z } from 'zod';
import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { revokeOtherSessions, type SessionMember } from '#domains/auth/sessions.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { invalid, notFound } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { replaceRecoveryCodes } from './recovery-codes.server.ts';
import { findTimeStep, pendingSecret, purpose, toSetup } from './totp.server.ts';
import type { twoFactorScreenInput } from './two-factor.schema.ts';

/** Lifetime of an unfinished setup. */
const openFor = sql.raw(`interval '30 minutes'`);

export interface TwoFactor {
  isOn: boolean;
  since: Date | null;
  codesLeft: number;
  /** The member's unfinished setup in this session. */
  setup?: { address: string; words: string };
}

interface Row extends Record<string, unknown> {
  since: string | null;
  codesLeft: number;
  pendingSecret: Buffer | null;
  seconds: number;
}

async function readRow(tx: Tx, member: SessionMember): Promise<Row | undefined> {
  const [row] = await tx.execute<Row>(sql`
    select enabled_at as since, extract(epoch from ${now()})::float8 as seconds,
      (
        select count(*)::int
        from recovery_codes
        where member_id = ${member.id}
          and used_at is null
      ) as "codesLeft",
      case when pending_session_id = ${member.sessionId}
        and pending_since > ${now()} - ${openFor} then pending_secret end as "pendingSecret"
    from two_factor
    where member_id = ${member.id}`);
  return row;
}

export async function readTwoFactor(member: SessionMember): Promise<TwoFactor> {
  const row = await readRow(db, member);
  return {
    isOn: Boolean(row?.since),
    since: row?.since ? new Date(row.since) : null,
    codesLeft: row?.since ? row.codesLeft : 0,
    ...(row?.pendingSecret
      ? { setup: toSetup(decrypt(purpose, member.id, row.pendingSecret), member.username) }
      : {}),
  };
}

/**
 * Creates a secret for an app. Active once a code has confirmed it; the current app works until
 * then.
 */
export async function startTwoFactor(
  member: SessionMember,
  password: string | undefined,
): Promise<{ address: string; words: string }> {
  await needPassword(member, password);
  const secret = pendingSecret();
  const pending = {
    pendingSecret: encrypt(purpose, member.id, secret),
    pendingSessionId: member.sessionId,
    pendingSince: now(),
  };
  await upsertRow(db, 'two_factor', { memberId: member.id }, pending);
  return toSetup(secret, member.username);
}

export async function cancelTwoFactor(member: SessionMember): Promise<void> {
  await db.execute(
    sql`
      update two_factor
      set pending_secret = null, pending_session_id = null, pending_since = null
      where member_id = ${member.id}`,
  );
}

/**
 * Confirms that the app has the secret: from now on the log-in requires codes. Other devices logged
 * in without one, so they are signed out.
 */
export async function confirmTwoFactor(member: SessionMember, code: string): Promise<string[]> {
  await consume(['credentialChange', member.id]);
  const codes = await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const row = await readRow(tx, member);
    if (!row?.pendingSecret) throw invalid('This took too long. Please start again.');
    const step = findTimeStep(
      decrypt(purpose, member.id, row.pendingSecret),
      code.replace(/\s/g, ''),
      row.seconds,
    );
    if (step === null)
      throw invalid('This code is wrong. Enter the one your app shows now.', 'code');
    await tx.execute(sql`
      update two_factor
      set secret = pending_secret, last_step = ${step}, enabled_at = ${now()},
        pending_secret = null, pending_session_id = null, pending_since = null
      where member_id = ${member.id}`);
    await revokeOtherSessions(tx, member.id, member.sessionId);
    await sendAuthMail(tx, { about: 'two-factor-on', memberId: member.id });
    return replaceRecoveryCodes(tx, member.id);
  });
  log('info', 'two-factor on', { member: member.id });
  return codes;
}

/** New recovery codes replace the old ones. */
export async function renewRecoveryCodes(
  member: SessionMember,
  password: string | undefined,
): Promise<string[]> {
  await needPassword(member, password);
  const codes = await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const on = await tx.execute(
      sql`
        select 1
        from two_factor
        where member_id = ${member.id}
          and secret is not null`,
    );
    if (!on.length) throw notFound();
    await sendAuthMail(tx, { about: 'recovery-codes', memberId: member.id });
    return replaceRecoveryCodes(tx, member.id);
  });
  log('info', 'recovery codes renewed', { member: member.id });
  return codes;
}

/** Turns it off: the password alone logs in. Off already is no error. */
export async function turnOffTwoFactor(
  member: SessionMember,
  password: string | undefined,
): Promise<void> {
  await needPassword(member, password);
  await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const deleted = await tx.execute<{ wasOn: boolean }>(
      sql`
        delete from two_factor
        where member_id = ${member.id}
        returning secret is not null as "wasOn"`,
    );
    await tx.execute(sql`delete from recovery_codes where member_id = ${member.id}`);
    await tx.execute(sql`delete from login_challenges where member_id = ${member.id}`);
    if (deleted[0]?.wasOn) await sendAuthMail(tx, { about: 'two-factor-off', memberId: member.id });
  });
  log('info', 'two-factor off', { member: member.id });
}

type ScreenInput = z.output<typeof twoFactorScreenInput>;

/** Handles one form of the screen. */
export async function changeTwoFactor(
  member: SessionMember,
  input: ScreenInput,
): Promise<{ codes?: string[]; isRenewed?: boolean; isOff?: boolean }> {
  switch (input.action) {
    case 'start':
      await startTwoFactor(member, input.password);
      return {};
    case 'confirm':
      return { codes: await confirmTwoFactor(member, input.code) };
    case 'cancel':
      await cancelTwoFactor(member);
      return {};
    case 'codes':
      return { codes: await renewRecoveryCodes(member, input.password), isRenewed: true };
    case 'off':
      await turnOffTwoFactor(member, input.password);
      return { isOff: true };
  }
}
