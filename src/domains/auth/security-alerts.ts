import { isolate } from '#lib/names.ts';
import { env } from '#server/env.ts';
import type { MailContent } from '#server/mail-page.ts';

/** Mails to an owner about changes to the log-in: [subject, text]. */
export const securityAlerts = {
  'two-factor-on': [
    'Two-factor log-in is on',
    'logging in to your account now takes a code of your authenticator app as well. Your ' +
      'other devices were signed out. Keep your recovery codes in a safe place.',
  ],
  'two-factor-off': [
    'Two-factor log-in is off',
    'logging in to your account takes only your password from now on.',
  ],
  'two-factor-reset': [
    'Two-factor log-in was reset',
    'those who look after the site took two-factor log-in off your account, as was asked for ' +
      'in your name, and signed you out everywhere. Your password alone logs in now. Please ' +
      'set it up again.',
  ],
  'recovery-codes': [
    'You have new recovery codes',
    'new recovery codes were made for your account. The ones before do not work any more.',
  ],
  'recovery-code-used': [
    'A recovery code was used',
    'somebody logged in to your account with your password and one of your recovery codes. It does not work again.',
  ],
  'passkey-added': [
    'A passkey was added',
    'a passkey was added to your account. Whoever holds that device can log in with it, ' +
      'without password and code. You find it under Passkeys in your settings.',
  ],
  'passkey-removed': [
    'A passkey was removed',
    'a passkey was removed from your account. It does not log in any more.',
  ],
  'export-ready': [
    'The archive of your data is ready',
    'all that you have here has been put together. You can download it for seven days, while you are logged in.',
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
    subject: `${subject} at ${SITE_NAME}`,
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
