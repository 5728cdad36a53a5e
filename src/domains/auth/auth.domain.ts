import { passkeysHandlers } from '#domains/auth/passkeys/passkeys.api.ts';
import { twoFactorHandlers } from '#domains/auth/two-factor/two-factor.api.ts';
import { defineDomain } from '#server/domain.ts';
import { sendOnce } from '#server/mail.ts';
import { composeAuthMail, mailQueue, type AuthMail } from './auth-mails.server.ts';
import { authHandlers } from './auth.api.ts';
import { sweepAccounts } from './sweep.server.ts';

export const authDomain = defineDomain({
  name: 'auth',
  handlers: [...authHandlers, ...twoFactorHandlers, ...passkeysHandlers],
  queues: [
    {
      name: mailQueue,
      atOnce: 4,
      work: (mail, { id }) => sendOnce(id, () => composeAuthMail(mail as AuthMail, id)),
    },
  ],
  sweeps: { accounts: sweepAccounts },
});
