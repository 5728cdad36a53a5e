import { mayUsePasskeys, runBusy } from './passkey-forms.ts';

const button = document.querySelector<HTMLButtonElement>('[data-passkey]');
if (button && mayUsePasskeys()) {
  button.parentElement!.hidden = false;
  button.addEventListener('click', () =>
    runBusy(button, document.querySelector('#passkey-problem'), async () => {
      const [{ startAuthentication }, { logInWithPasskey, startPasskeyLogIn }] = await Promise.all([import('@simplewebauthn/browser'), import('./passkeys.calls.ts')]);
      const credential = await startAuthentication({ optionsJSON: await startPasskeyLogIn({}) });
      await logInWithPasskey({ credential: JSON.stringify(credential) });
      location.assign(button.dataset.passkey!);
    }),
  );
}
