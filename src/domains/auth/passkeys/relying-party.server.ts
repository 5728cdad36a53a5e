import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sha256 } from '#domains/auth/sessions.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { forbidden } from '#server/errors.ts';
import { purposeKeys } from '#server/secrets.ts';
import { sql } from '#server/sql.ts';

// The relying party in WebAuthn: this site under the configured public address, never under one
// from a request.

/** Passkeys are bound to a host name, and browsers offer them only in a secure context. */
export function hasPasskeys(): boolean {
  const { hostname, protocol } = new URL(env().PUBLIC_ORIGIN);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

export function relyingParty(): { id: string; name: string; origin: string } {
  if (!hasPasskeys()) throw forbidden('Passkeys need a public address with a name and https.');
  const { hostname, origin } = new URL(env().PUBLIC_ORIGIN);
  return { id: hostname, name: env().SITE_NAME, origin };
}

/**
 * User handle of the member for devices: anonymous, and the same for all of their passkeys. Derived
 * with each key that was ever current.
 */
export const userHandles = (memberId: number) =>
  purposeKeys('passkeys').map((key) => createHmac('sha256', key).update(String(memberId)).digest());

const waits = sql.raw(`interval '5 minutes'`);

/** @param adding the member and session that may answer it; undefined for a log-in */
export async function newChallenge(adding?: {
  id: number;
  sessionId: number;
}): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await db.execute(sql`
    insert into passkey_challenges (challenge_hash, member_id, session_id, expires_at)
    values (
      ${sha256(Buffer.from(challenge).toString('base64url'))}, ${adding?.id ?? null},
      ${adding?.sessionId ?? null}, ${now()} + ${waits}
    )`);
  return challenge;
}

/** Uses the challenge up. False if it was not ours, has expired, or was used. */
export async function consumeChallenge(
  challenge: string,
  adding?: { id: number; sessionId: number },
): Promise<boolean> {
  const owner = adding
    ? sql`member_id = ${adding.id} and session_id = ${adding.sessionId}`
    : sql`member_id is null`;
  const taken = await db.execute(
    sql`
      delete from passkey_challenges
      where challenge_hash = ${sha256(challenge)}
        and ${owner}
        and expires_at > ${now()}
      returning 1`,
  );
  return taken.length === 1;
}
