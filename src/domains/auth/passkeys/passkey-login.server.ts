import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { openSession, type LoggedIn } from '#domains/auth/login.server.ts';
import { deletionMessage } from '#domains/members/account-deletion.server.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { httpError } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import {
  consumeChallenge,
  newChallenge,
  relyingParty,
  userHandles,
} from './relying-party.server.ts';

/** Names no account: only the device knows which passkeys exist. */
export async function startPasskeyLogIn(
  caller: Caller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = relyingParty();
  await consume(['loginByAddress', callerKey(caller)]);
  return generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(),
    userVerification: 'required',
  });
}

interface KeyRow extends Record<string, unknown> {
  id: number;
  memberId: number;
  publicKey: Buffer;
  counter: number;
  status: string;
}

const notKnown = () =>
  httpError(
    'no_record',
    'This site does not recognise that passkey. Please log in with your password.',
  );

/**
 * The device proved that it has the key and, by finger, face or code, that its owner is present:
 * both factors at once.
 */
export async function logInWithPasskey(
  credential: AuthenticationResponseJSON,
  caller: Caller,
): Promise<LoggedIn> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  await consume(['loginByAddress', callerKey(caller)]);
  const [key] = await db.execute<KeyRow>(sql`
    select p.id, p.member_id as "memberId", p.public_key as "publicKey", p.counter, m.status
    from passkeys p
    join members m on m.id = p.member_id
    where p.credential_id = ${Buffer.from(credential.id, 'base64url')}`);
  const isOwnKey =
    key &&
    (credential.response.userHandle === undefined ||
      userHandles(key.memberId).some(
        (handle) => handle.toString('base64url') === credential.response.userHandle,
      ));
  if (!isOwnKey) throw notKnown();
  const checked = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: (challenge) => consumeChallenge(challenge),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(key.publicKey),
      counter: key.counter,
    },
  }).catch((error: Error) => {
    log('warn', 'passkey refused', { member: key.memberId, reason: error.message.slice(0, 200) });
    return undefined;
  });
  if (!checked?.verified)
    throw httpError('code_invalid', 'This passkey could not be checked. Please try again.');
  if (key.status === 'deleted')
    throw httpError('account_disabled', await deletionMessage(key.memberId), 'account_leaving');
  if (key.status !== 'active')
    throw httpError('account_disabled', 'This account has been disabled.');
  const { newCounter } = checked.authenticationInfo;
  const loggedIn = await db.transaction(async (tx) => {
    const active = await tx.execute(
      sql`
        select 1
        from members
        where id = ${key.memberId}
          and status = 'active'
        for no key update`,
    );
    // Removed, or used by a copy, since it was read.
    const used = await tx.execute(sql`
      update passkeys
      set counter = ${newCounter}, last_used_at = ${now()}
      where id = ${key.id}
        and counter = ${key.counter}
      returning 1`);
    if (!active.length || !used.length) throw notKnown();
    return openSession(tx, key.memberId, caller);
  });
  log('info', 'logged in', { member: key.memberId, passkey: key.id });
  return loggedIn;
}
