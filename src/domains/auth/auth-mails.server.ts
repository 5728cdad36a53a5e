import { isolate } from '#lib/names.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { enqueue } from '#server/jobs.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';
import { findAccount, findAccountById, type Account } from './accounts.server.ts';
import { mintLink } from './email-tokens.server.ts';
import { securityAlertMail, type securityAlerts } from './security-alerts.ts';

/** Security events of an account that its owner is notified of (security-alerts.ts). */
type SecurityAlert = keyof typeof securityAlerts;

/**
 * Payload of a mail job. Contains no link and no code: they are created when the mail is sent, so
 * none is in the job's row. The account of an address is looked up then too, so that a response
 * takes the same time for every address.
 */
export type AuthMail =
  | { about: 'signed-up'; memberId: number }
  | { about: 'verify-again' | 'forgot'; email: string; device?: string }
  | { about: 'password-void'; memberId: number }
  | { about: 'password-changed'; memberId: number }
  | { about: 'new-email'; memberId: number }
  | { about: 'email-changing'; memberId: number }
  | { about: SecurityAlert; memberId: number }
  | { about: 'deleted'; memberId: number };

export const mailQueue = 'mail';

export const sendAuthMail = (tx: Tx, mail: AuthMail): Promise<string> =>
  enqueue(tx, mailQueue, mail);

const notMine = 'If this was not you, you can ignore this e-mail.';
const link = (path: string) => `${env().PUBLIC_ORIGIN}${path}`;

async function verifyMail(member: Account, jobId: string): Promise<MailContent | null> {
  const codes = await mintLink('verify', member.id, jobId);
  if (!codes) return null;
  return {
    to: member.email,
    subject: `Confirm your e-mail address for ${env().SITE_NAME}`,
    paragraphs: [
      `Hello ${isolate(member.firstName)},`,
      'Please confirm that this address is yours. The link works once, for 24 hours.',
    ],
    button: {
      label: 'Confirm my address',
      url: link(
        `/signup/verify/email/${encodeURIComponent(member.email)}/token/${codes.token}/verify/${codes.code}`,
      ),
    },
    closing: `Somebody entered this address when signing up on ${env().SITE_NAME}. ${notMine}`,
  };
}

/**
 * To the owner of an account whose address was used to sign up again; the person at the form learns
 * nothing.
 */
function alreadyKnownMail(owner: Account): MailContent {
  return {
    to: owner.email,
    subject: `You already have an account on ${env().SITE_NAME}`,
    paragraphs: [
      `Hello ${isolate(owner.firstName)},`,
      'Somebody just tried to sign up with your address, but you already have an account. ' +
        'You can log in with it, or choose a new password if you forgot yours.',
    ],
    button: { label: 'Log in', url: link('/login') },
    closing: notMine,
  };
}

async function resetMail(owner: Account, jobId: string): Promise<MailContent | null> {
  const codes = await mintLink('reset', owner.id, jobId);
  if (!codes) return null;
  return {
    to: owner.email,
    subject: `Choose a new password for ${env().SITE_NAME}`,
    paragraphs: [
      `Hello ${isolate(owner.firstName)},`,
      'Here is the link to choose a new password. It works once, for 30 minutes.',
    ],
    button: {
      label: 'Choose a new password',
      url: link(`/reset-password/${codes.token}${codes.code}/${owner.id}`),
    },
    closing: `Somebody asked for this link on ${env().SITE_NAME}. ${notMine} Your password stays as it is.`,
  };
}

/** To the owner of an address that several people had signed up with. */
async function passwordVoidMail(owner: Account, jobId: string): Promise<MailContent | null> {
  const mail = await resetMail(owner, jobId);
  if (!mail) return null;
  const text =
    'Your address is confirmed. More than one sign-up was made with it, and we cannot tell ' +
    'which of them was yours. So none of their passwords work.';
  return {
    ...mail,
    subject: `Choose your password for ${env().SITE_NAME}`,
    paragraphs: [
      `Hello ${isolate(owner.firstName)},`,
      text,
      'Here is the link to choose your own. It works once, for 30 minutes; after that, ask for another with "Forgot your password?".',
    ],
    closing: 'Until you have chosen one, nobody can log in.',
  };
}

function passwordChangedMail(member: Account): MailContent {
  return {
    to: member.email,
    subject: `Your password on ${env().SITE_NAME} was changed`,
    paragraphs: [
      `Hello ${isolate(member.firstName)},`,
      'Your password was changed, and your other devices were signed out.',
    ],
    button: { label: 'Log in', url: link('/login') },
    closing: `If this was not you, choose a new password at once: ${link('/forgot-password')}`,
  };
}

/** To the new address; the current one is notified too. */
async function newEmailMail(member: Account, jobId: string): Promise<MailContent | null> {
  const [row] = await db.execute<{ newEmail: string | null }>(
    sql`
      select new_email as "newEmail"
      from members
      where id = ${member.id}
        and status = 'active'`,
  );
  if (!row?.newEmail) return null;
  const codes = await mintLink('email', member.id, jobId);
  if (!codes) return null;
  return {
    to: row.newEmail,
    subject: `Confirm your new e-mail address for ${env().SITE_NAME}`,
    paragraphs: [
      `Hello ${isolate(member.firstName)},`,
      'Please confirm that this is your new address. The link works once, for 24 hours. Until then everything goes to the old one.',
    ],
    button: {
      label: 'Confirm my new address',
      url: link(`/confirm-email/${codes.token}${codes.code}/${member.id}`),
    },
    closing: notMine,
  };
}

function emailChangingMail(member: Account): MailContent {
  return {
    to: member.email,
    subject: `Your e-mail address on ${env().SITE_NAME} is being changed`,
    paragraphs: [
      `Hello ${isolate(member.firstName)},`,
      'Somebody who knows your password asked to use another e-mail address for your account. ' +
        'The change takes effect once the new address is confirmed.',
    ],
    closing: `If this was not you, choose a new password at once: ${link('/forgot-password')}`,
  };
}

async function deletedMail(memberId: number): Promise<MailContent | null> {
  const [row] = await db.execute<{ email: string; firstName: string; day: string }>(sql`
    select email, first_name as "firstName",
      to_char(purge_after at time zone timezone, 'FMDD FMMonth YYYY') as day
    from members
    where id = ${memberId}
      and status = 'deleted'
      and purge_after is not null`);
  if (!row) return null;
  return {
    to: row.email,
    subject: `Your account on ${env().SITE_NAME} will be deleted`,
    paragraphs: [
      `Hello ${isolate(row.firstName)},`,
      `Your account is now hidden from everyone, and everything in it will be deleted on ${row.day}.`,
      'Until then you can restore it: log in and choose to keep it.',
    ],
    button: { label: 'Log in', url: link('/login') },
    closing: `If this was not you, log in, keep your account and choose a new password.`,
  };
}

/**
 * The mail of one job, or null if there is no recipient. It goes to the stored address, never to
 * the typed one.
 */
export async function composeAuthMail(mail: AuthMail, jobId: string): Promise<MailContent | null> {
  if (mail.about === 'deleted') return deletedMail(mail.memberId);
  const member =
    'memberId' in mail
      ? await findAccountById(db, mail.memberId)
      : await findAccount(
          mail.email,
          mail.device ? Buffer.from(mail.device, 'base64url') : undefined,
        );
  if (!member) return null;
  switch (mail.about) {
    case 'signed-up': {
      if (member.status !== 'pending') return null;
      const owner = await findAccount(member.email);
      return owner && owner.status !== 'pending'
        ? alreadyKnownMail(owner)
        : verifyMail(member, jobId);
    }
    case 'verify-again':
      return member.status === 'pending' ? verifyMail(member, jobId) : null;
    case 'forgot':
      if (member.status === 'suspended') return null;
      return member.status === 'pending' ? verifyMail(member, jobId) : resetMail(member, jobId);
    case 'password-void':
      return member.status === 'active' ? passwordVoidMail(member, jobId) : null;
    case 'password-changed':
      return passwordChangedMail(member);
    case 'two-factor-on':
    case 'two-factor-off':
    case 'two-factor-reset':
    case 'recovery-codes':
    case 'recovery-code-used':
    case 'passkey-added':
    case 'passkey-removed':
    case 'export-ready':
      return securityAlertMail(mail.about, member);
    case 'new-email':
      return newEmailMail(member, jobId);
    case 'email-changing':
      return emailChangingMail(member);
  }
}
