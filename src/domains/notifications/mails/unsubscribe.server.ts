import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Frequency } from '#domains/notifications/notification-kinds.ts';
import { stopMails } from '#domains/notifications/preferences/preferences.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { purposeKeys } from '#server/secrets.ts';
import { sql } from '#server/sql.ts';

const sign = (mailId: string, key: Buffer) => createHmac('sha256', key).update(mailId).digest();
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The only link of a mail that works without log-in. Signed, and it contains nothing but the id of
 * the mail.
 */
export const unsubscribeUrl = (mailId: string): string =>
  `${env().PUBLIC_ORIGIN}/unsubscribe/${mailId}.${sign(mailId, purposeKeys('unsubscribe')[0]!).toString('base64url')}`;

function toMailId(token: string): string | null {
  // The mail may be one of the site that this data was copied from.
  if (isInSafeMode()) return null;
  const [mailId = '', signature = '', ...more] = token.split('.');
  if (more.length || !uuid.test(mailId) || !/^[\w-]{43}$/.test(signature)) return null;
  const given = Buffer.from(signature, 'base64url');
  return purposeKeys('unsubscribe').some((key) => timingSafeEqual(sign(mailId, key), given))
    ? mailId
    : null;
}

export type MailFrequency = Exclude<Frequency, 'off'>;

/**
 * The mail and frequency that the link would stop; null if the signature is wrong, the mail was
 * deleted, or in safe mode. Changes nothing.
 */
export async function findMail(
  token: string,
): Promise<{ frequency: MailFrequency; isDone: boolean } | null> {
  const mailId = toMailId(token);
  if (!mailId) return null;
  const [mail] = await db.execute<{ frequency: MailFrequency; isDone: boolean }>(sql`
    select frequency, unsubscribed_at is not null as "isDone"
    from notification_mails
    where id = ${mailId}`);
  return mail ?? null;
}

/**
 * Stops mails of that frequency for the recipient of the mail. Needs no log-in, since mail programs
 * call it (RFC 8058). Works once per mail: a reused link does not undo later choices. False for a
 * link that is not ours.
 */
export async function unsubscribe(token: string): Promise<boolean> {
  const mailId = toMailId(token);
  if (!mailId) return false;
  return db.transaction(async (tx) => {
    const [mail] = await tx.execute<{
      memberId: number;
      frequency: MailFrequency;
      isDone: boolean;
    }>(sql`
      select member_id as "memberId", frequency, unsubscribed_at is not null as "isDone"
      from notification_mails
      where id = ${mailId}
      for update`);
    if (!mail) return false;
    if (mail.isDone) return true;
    await tx.execute(
      sql`update notification_mails set unsubscribed_at = ${now()} where id = ${mailId}`,
    );
    await stopMails(tx, mail.memberId, mail.frequency);
    log('info', 'unsubscribed', { member: mail.memberId, frequency: mail.frequency });
    return true;
  });
}
