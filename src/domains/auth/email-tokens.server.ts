import { createHmac, timingSafeEqual } from 'node:crypto';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { purposeKey } from '#server/secrets.ts';
import { sql } from '#server/sql.ts';
import { sha256 } from './sessions.server.ts';

export type LinkPurpose = 'verify' | 'reset' | 'email';

const lifetime = {
  verify: sql.raw(`interval '24 hours'`),
  reset: sql.raw(`interval '30 minutes'`),
  email: sql.raw(`interval '24 hours'`),
};
const maxTries = 10;

/** The two halves of a link: the first finds the row, the second proves the link. */
export interface LinkCodes {
  token: string;
  code: string;
}

/**
 * Creates the member's link for one mail, or null if that very link was used already. The codes are
 * derived from a secret key and the job's random id: unknown to anyone else, and the same again
 * when the job is retried after a crash, so that whichever copy of the mail arrives, its link
 * works. Older links of this purpose become void.
 */
export async function mintLink(
  purpose: LinkPurpose,
  memberId: number,
  jobId: string,
): Promise<LinkCodes | null> {
  const bytes = createHmac('sha512', purposeKey('mail-links'))
    .update(`${purpose} ${memberId} ${jobId}`)
    .digest();
  const codes = {
    token: bytes.subarray(0, 16).toString('hex'),
    code: bytes.subarray(16, 48).toString('base64url'),
  };
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`
        delete from email_tokens
        where member_id = ${memberId}
          and purpose = ${purpose}
          and token_hash <> ${sha256(codes.token)}`,
    );
    const kept = await tx.execute(sql`
      insert into email_tokens as l (
        token_hash, code_hash, member_id, purpose, created_at, expires_at
      )
      values (
        ${sha256(codes.token)}, ${sha256(codes.code)}, ${memberId}, ${purpose}, ${now()},
        ${now()} + ${lifetime[purpose]}
      )
      on conflict (token_hash)
      do update set expires_at = excluded.expires_at
      where l.used_at is null
      returning 1`);
    return kept.length ? codes : null;
  });
}

interface LinkRow extends Record<string, unknown> {
  codeHash: Buffer;
  memberId: number;
  isOver: boolean;
  isUsed: boolean;
}

export type LinkCheck =
  | { state: 'unknown' | 'wrong' | 'over' }
  | { state: 'good' | 'used'; memberId: number };

/**
 * Whether these codes are valid, without using the link up. A wrong code counts as a try; after ten
 * the link is void.
 */
export async function checkLink(
  purpose: LinkPurpose,
  { token, code }: LinkCodes,
  memberId?: number,
): Promise<LinkCheck> {
  const [link] = await db.execute<LinkRow>(sql`
    select code_hash as "codeHash", member_id as "memberId", used_at is not null as "isUsed",
      (expires_at <= ${now()} or tries >= ${maxTries}) as "isOver"
    from email_tokens
    where token_hash = ${sha256(token)}
      and purpose = ${purpose}`);
  // In safe mode no mails are sent, so every link is an earlier one.
  if (!link || isInSafeMode()) return { state: 'unknown' };
  const fits =
    timingSafeEqual(link.codeHash, sha256(code)) &&
    (memberId === undefined || memberId === link.memberId);
  if (!fits) {
    await db.execute(
      sql`update email_tokens set tries = tries + 1 where token_hash = ${sha256(token)}`,
    );
    return { state: 'wrong' };
  }
  if (link.isUsed) return { state: 'used', memberId: link.memberId };
  return link.isOver ? { state: 'over' } : { state: 'good', memberId: link.memberId };
}

/** Uses up a link that `checkLink` found valid. False if another request was faster. */
export async function useLink(tx: Tx, { token }: LinkCodes): Promise<boolean> {
  const used = await tx.execute(sql`
    update email_tokens
    set used_at = ${now()}
    where token_hash = ${sha256(token)}
      and used_at is null
      and expires_at > ${now()}
      and tries < ${maxTries}
    returning 1`);
  return used.length === 1;
}

/**
 * Voids all open links of a member, or those of one purpose: after a reset or a suspension none may
 * work.
 */
export async function revokeLinks(tx: Tx, memberId: number, purpose?: LinkPurpose): Promise<void> {
  await tx.execute(
    sql`
      delete from email_tokens
      where member_id = ${memberId}
        and used_at is null
        and ${purpose ? sql`purpose = ${purpose}` : sql`true`}`,
  );
}
