import { createHmac, randomInt } from 'node:crypto';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { purposeKeys } from '#server/secrets.ts';
import { sql } from '#server/sql.ts';

export const codeCount = 10;
/** Crockford's alphabet: no characters that are mistaken for others. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 12;

/** 60 random bits in three groups. */
function newCode(): string {
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join(
    '',
  );
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** Normalizes a typed code. */
const plain = (code: string) =>
  code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

export const looksLikeRecoveryCode = (code: string) => plain(code).length === codeLength;

/** Hashes with each key that was ever the current one, that one first. */
const toHashes = (memberId: number, code: string) =>
  purposeKeys('recovery-codes').map((key) =>
    createHmac('sha256', key)
      .update(`${memberId} ${plain(code)}`)
      .digest(),
  );

/** Creates ten codes; older ones become void. Only the hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, memberId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  const hashes = codes.map((code) => toHashes(memberId, code)[0]!);
  await tx.execute(sql`delete from recovery_codes where member_id = ${memberId}`);
  await tx.execute(
    sql`insert into recovery_codes (member_id, code_hash) values ${sql.join(
      hashes.map((hash) => sql`(${memberId}, ${hash})`),
      sql`, `,
    )}`,
  );
  return codes;
}

/** Uses the code up. False if it is wrong or was used. */
export async function redeemRecoveryCode(tx: Tx, memberId: number, code: string): Promise<boolean> {
  const hashes = sql.join(
    toHashes(memberId, code).map((hash) => sql`${hash}`),
    sql`, `,
  );
  const used = await tx.execute(sql`
    update recovery_codes
    set used_at = ${now()}
    where member_id = ${memberId}
      and code_hash in (${hashes})
      and used_at is null
    returning 1`);
  return used.length === 1;
}
