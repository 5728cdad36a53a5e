import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import type { SessionMember } from '#domains/auth/sessions.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { now } from '#server/clock.ts';
import { violatedUnique } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import {
  consumeChallenge,
  newChallenge,
  relyingParty,
  userHandles,
} from './relying-party.server.ts';

const maxPasskeys = 20;

export interface Passkey {
  id: number;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface PasskeyRow extends Record<string, unknown>, Omit<Passkey, 'createdAt' | 'lastUsedAt'> {
  createdAt: string;
  lastUsedAt: string | null;
}

const asPasskey = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  isSynced,
  createdAt: new Date(createdAt),
  lastUsedAt: lastUsedAt ? new Date(lastUsedAt) : null,
});
const columns = sql.raw(
  'id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"',
);

export async function listPasskeys({ id }: { id: number }): Promise<Passkey[]> {
  return (
    await db.execute<PasskeyRow>(
      sql`select ${columns} from passkeys where member_id = ${id} order by id`,
    )
  ).map(asPasskey);
}

/** Options for the device: a discoverable key, with user verification. */
export async function startPasskey(
  member: SessionMember,
  password: string | undefined,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id: rpID, name: rpName } = relyingParty();
  await needPassword(member, password);
  const known = await db.execute<{ id: Buffer; transports: string[] }>(
    sql`select credential_id as id, transports from passkeys where member_id = ${member.id}`,
  );
  if (known.length >= maxPasskeys)
    throw invalid(`You can have up to ${maxPasskeys} passkeys. Please remove one first.`);
  return generateRegistrationOptions({
    rpID,
    rpName,
    userName: member.username,
    userDisplayName: member.displayname,
    userID: new Uint8Array(userHandles(member.id)[0]!),
    challenge: await newChallenge(member),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({
      id: id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const notTaken = () => invalid('This passkey could not be checked. Please try again.');

export async function addPasskey(
  member: SessionMember,
  credential: RegistrationResponseJSON,
  name: string,
): Promise<Passkey> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const checked = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: (challenge) => consumeChallenge(challenge, member),
    expectedOrigin,
    expectedRPID,
  }).catch((error: Error) => {
    log('warn', 'passkey refused', { member: member.id, reason: error.message.slice(0, 200) });
    return { verified: false as const };
  });
  if (!checked.verified) throw notTaken();
  const { credential: key, credentialBackedUp } = checked.registrationInfo;
  const passkey = await db
    .transaction(async (tx) => {
      const [row] = await tx.execute<PasskeyRow>(sql`
        insert into passkeys (
          member_id, credential_id, public_key, counter, transports, name, is_synced, created_at
        )
        values (
          ${member.id}, ${Buffer.from(key.id, 'base64url')}, ${Buffer.from(key.publicKey)},
          ${key.counter}, ${sql.param(credential.response.transports ?? [])}::text[], ${name},
          ${credentialBackedUp}, ${now()}
        )
        returning ${columns}`);
      await sendAuthMail(tx, { about: 'passkey-added', memberId: member.id });
      return asPasskey(row!);
    })
    .catch((error: unknown) => {
      if (violatedUnique(error) === 'passkeys_credential') throw notTaken();
      throw error;
    });
  log('info', 'passkey added', { member: member.id });
  return passkey;
}

export async function renamePasskey(
  member: { id: number },
  id: number,
  name: string,
): Promise<void> {
  const renamed = await db.execute(
    sql`
      update passkeys
      set name = ${name}
      where id = ${id}
        and member_id = ${member.id}
      returning 1`,
  );
  if (!renamed.length) throw notFound();
}

export async function removePasskey(
  member: SessionMember,
  id: number,
  password: string | undefined,
): Promise<void> {
  await needPassword(member, password);
  await db.transaction(async (tx) => {
    const deleted = await tx.execute(
      sql`
        delete from passkeys
        where id = ${id}
          and member_id = ${member.id}
        returning 1`,
    );
    if (!deleted.length) throw notFound();
    await sendAuthMail(tx, { about: 'passkey-removed', memberId: member.id });
  });
  log('info', 'passkey removed', { member: member.id });
}
