import { mayUsePasskeys, runBusy } from './passkey-forms.ts';

async function add(form: HTMLFormElement) {
  const typed = (name: string) =>
    form.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value;
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

export function startAddPasskey(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-add-passkey]');
  if (!form) return;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!mayUsePasskeys()) document.querySelector('[data-no-passkeys]')?.removeAttribute('hidden');
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      runBusy(button!, document.querySelector('#passkey-problem'), () => add(form));
    },
    // Runs before the other submit handlers.
    { capture: true },
  );
}
