import { mayUsePasskeys, runBusy } from './passkey-forms.ts';

const form = document.querySelector<HTMLFormElement>('form[data-add-passkey]');
const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
if (form && !mayUsePasskeys())
  document.querySelector('[data-no-passkeys]')?.removeAttribute('hidden');

const typed = (name: string) => form!.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value;

async function add() {
  const [{ startRegistration }, { addPasskey, startPasskey }] = await Promise.all([
    import('@simplewebauthn/browser'),
    import('./passkeys.calls.ts'),
  ]);
  const credential = await startRegistration({
    optionsJSON: await startPasskey({ password: typed('password') }),
  });
  await addPasskey({ credential: JSON.stringify(credential), name: typed('name') });
  location.assign('/profile/settings/passkeys?added');
}

form?.addEventListener(
  'submit',
  (event) => {
    event.preventDefault();
    runBusy(button!, document.querySelector('#passkey-problem'), add);
  },
  // Before what other forms do when they are sent.
  { capture: true },
);
