import type { Session } from '#domains/auth/auth.schema.ts';
import { get, post } from '#lib/rest.ts';
import type {
  ConfirmInput,
  NeedsPassword,
  NewRecoveryCodes,
  SecondStepInput,
  TwoFactorSetup,
  TwoFactorState,
} from './two-factor.schema.ts';

/** After `two_factor_required`: the token of that error and the code. */
export const finishLogIn = post<SecondStepInput, Session>('/login/two-factor');
export const readTwoFactor = get<Record<never, never>, TwoFactorState>(
  '/members/settings/two-factor',
);
export const startTwoFactor = post<NeedsPassword, TwoFactorSetup>(
  '/members/settings/two-factor/start',
);
export const confirmTwoFactor = post<ConfirmInput, NewRecoveryCodes>(
  '/members/settings/two-factor/confirm',
);
export const renewRecoveryCodes = post<NeedsPassword, NewRecoveryCodes>(
  '/members/settings/two-factor/recovery-codes',
);
export const turnOffTwoFactor = post<NeedsPassword, void>('/members/settings/two-factor/off');
