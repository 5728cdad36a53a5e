import { Secret, TOTP } from 'otpauth';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { decrypt } from '#server/encryption.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';

// Time-based one-time passwords as every authenticator app makes them: SHA-1, six digits, 30
// seconds (RFC 6238).

export const purpose = 'two-factor';
const period = 30;
/** Accepts the step before and after: clocks of phones differ, and typing takes a while. */
const window = 1;

/** 160 bits, as the RFC recommends. */
export const pendingSecret = () => Buffer.from(new Secret({ size: 20 }).bytes);

const toTotp = (secret: Buffer, label = 'member') =>
  new TOTP({
    issuer: env().SITE_NAME,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** The address in the QR code, and the secret for typing, in groups of four. */
export function toSetup(secret: Buffer, account: string): { address: string; words: string } {
  const totp = toTotp(secret, account);
  return { address: totp.toString(), words: totp.secret.base32.replace(/(.{4})(?=.)/g, '$1 ') };
}

/** The step of this code at that time (seconds since 1970), or null. */
export function findTimeStep(secret: Buffer, code: string, seconds: number): number | null {
  const delta = toTotp(secret).validate({ token: code, timestamp: seconds * 1_000, window });
  return delta === null ? null : Math.floor(seconds / period) + delta;
}

interface SecretRow extends Record<string, unknown> {
  secret: Buffer;
  seconds: number;
}

/** Uses up a code of the member's app. False if it is wrong or was used. */
export async function redeemAppCode(tx: Tx, memberId: number, code: string): Promise<boolean> {
  const [row] = await tx.execute<SecretRow>(sql`
    select secret, extract(epoch from ${now()})::float8 as seconds
    from two_factor
    where member_id = ${memberId}
      and secret is not null`);
  const step = row ? findTimeStep(decrypt(purpose, memberId, row.secret), code, row.seconds) : null;
  if (step === null) return false;
  // The second of two concurrent log-ins with one code finds it used.
  const used = await tx.execute(
    sql`
      update two_factor
      set last_step = ${step}
      where member_id = ${memberId}
        and last_step < ${step}
      returning 1`,
  );
  return used.length === 1;
}
