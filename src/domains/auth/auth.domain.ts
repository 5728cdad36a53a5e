import { passkeysHandlers } from '#domains/auth/passkeys/passkeys.api.ts';
import { twoFactorHandlers } from '#domains/auth/two-factor/two-factor.api.ts';
import { defineDomain } from '#server/domain.ts';
import { day, hour, minute } from '#server/limits.ts';
import { defineMailQueue } from '#server/mail.ts';
import { composeAuthMail, mailQueue } from './auth-mails.server.ts';
import { authHandlers } from './auth.api.ts';
import { pruneAccounts } from './prune.server.ts';
import { deleteCopiedCredentials, refuseEarlierSessions } from './sessions.server.ts';

export const authDomain = defineDomain({
  name: 'auth',
  handlers: [...authHandlers, ...twoFactorHandlers, ...passkeysHandlers],
  limits: {
    loginByAddress: [[30, 5 * minute]],
    loginByAccountAndAddress: [[10, 15 * minute]],
    loginByAccount: [[100, hour]],
    signup: [
      [10, 30 * minute],
      [100, day],
    ],
    mailByAccount: [[5, 30 * minute]],
    mailByAddress: [[25, 5 * minute]],
    codeByAddress: [[25, 5 * minute]],
    /** Codes of an authenticator app, per account: six digits are easily guessed otherwise. */
    secondStep: [
      [10, 15 * minute],
      [50, day],
    ],
    credentialChange: [[10, 10 * minute]],
    search: [[60, minute]],
  },
  queues: [defineMailQueue(mailQueue, composeAuthMail, 4)],
  onSafeMode: refuseEarlierSessions,
  onCopied: deleteCopiedCredentials,
  prunes: { accounts: pruneAccounts },
});
