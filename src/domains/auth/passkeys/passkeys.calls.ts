import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Session } from '#domains/auth/auth.schema.ts';
import { get, post } from '#lib/rest.ts';
import type {
  AddInput,
  LogInInput,
  PasskeyList,
  PasskeyView,
  RemoveInput,
  RenameInput,
} from './passkeys.schema.ts';

type Nothing = Record<never, never>;

export const startPasskeyLogIn = post<Nothing, PublicKeyCredentialRequestOptionsJSON>(
  '/login/passkey/options',
);
export const logInWithPasskey = post<LogInInput, Session>('/login/passkey');
export const listPasskeys = get<Nothing, PasskeyList>('/members/settings/passkeys');
export const startPasskey = post<{ password?: string }, PublicKeyCredentialCreationOptionsJSON>(
  '/members/settings/passkeys/options',
);
export const addPasskey = post<AddInput, PasskeyView>('/members/settings/passkeys');
export const renamePasskey = post<RenameInput, void>('/members/settings/passkeys/rename');
export const removePasskey = post<RemoveInput, void>('/members/settings/passkeys/remove');
