import { isolate } from '#lib/names.ts';
import { env } from '#server/env.ts';
import type { MailContent } from '#server/mail-page.ts';

/** Mails to an owner about changes to the log-in: [subject, text]. */
export const securityAlerts = {
  'two-factor-on': [
    'Two-factor login was added',
    'Logging in to your account now takes a code of your authenticator app as well. Your ' +
      'other devices were signed out. Keep your recovery codes in a safe place.',
  ],
  'two-factor-off': [
    'Two-factor login was removed',
    'Logging in to your account takes only your password from now on.',
  ],
  'two-factor-reset': [
    'Two-factor login was reset',
    'The people who run this site turned off two-factor login for your account, because someone asked for it in ' +
      'your name, and signed you out everywhere. You now log in with your password alone. Please ' +
      'set it up again.',
  ],
  'recovery-codes': [
    'You have new recovery codes',
    'New recovery codes were made for your account. The old ones no longer work.',
  ],
  'recovery-code-used': [
    'A recovery code was used',
    'Somebody logged in to your account with your password and one of your recovery codes. That code cannot be used again.',
  ],
  'passkey-added': [
    'A passkey was added',
    'A passkey was added to your account. Whoever holds that device can log in with it, ' +
      'without password and code. You find it under Passkeys in your settings.',
  ],
  'passkey-removed': [
    'A passkey was removed',
    'A passkey was removed from your account. You can no longer log in with it.',
  ],
  'export-ready': [
    'Your archive is ready',
    'Your archive is ready. You can download it for seven days, while you are logged in.',
  ],
} as const;

function screenOf(about: keyof typeof securityAlerts) {
  if (about === 'export-ready') return 'export';
  return about.startsWith('passkey') ? 'passkeys' : 'two-factor';
}

export function securityAlertMail(
  about: keyof typeof securityAlerts,
  { email, firstName }: { email: string; firstName: string },
): MailContent {
  const { PUBLIC_ORIGIN, SITE_NAME } = env();
  const [subject, text] = securityAlerts[about];
  return {
    to: email,
    subject: `${subject} on ${SITE_NAME}`,
    paragraphs: [`Hello ${isolate(firstName)},`, text],
    button: {
      label: 'Look at your settings',
      url: `${PUBLIC_ORIGIN}/profile/settings/${screenOf(about)}`,
    },
    closing:
      `If this was not you, ${about === 'passkey-added' ? 'remove it and ' : ''}choose a new ` +
      `password at once: ${PUBLIC_ORIGIN}/forgot-password`,
  };
}
