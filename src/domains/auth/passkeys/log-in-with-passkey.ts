import { storeCredentials } from '#lib/stored-credentials.ts';
import { mayUsePasskeys, runBusy } from './passkey-forms.ts';

export function offerPasskeyLogIn(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-passkey]');
  if (button && mayUsePasskeys()) {
    button.parentElement!.hidden = false;
    button.addEventListener('click', () =>
      runBusy(button, document.querySelector('#passkey-problem'), async () => {
        const [{ startAuthentication }, { logInWithPasskey, startPasskeyLogIn }] =
          await Promise.all([import('@simplewebauthn/browser'), import('./passkeys.calls.ts')]);
        const credential = await startAuthentication({ optionsJSON: await startPasskeyLogIn({}) });
        const input = { credential: JSON.stringify(credential) };
        const { oauth_token, oauth_secret, user } = await logInWithPasskey(input, {
          viaBrowser: true,
        });
        await storeCredentials({ oauth_token, oauth_secret, user_id: String(user.user_id) });
        location.assign(button.dataset.passkey!);
      }),
    );
  }
}
