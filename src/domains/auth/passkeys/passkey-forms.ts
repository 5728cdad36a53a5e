import type { RestError } from '#lib/rest.ts';

// Asks the browser for passkeys. What that takes is loaded when somebody presses the button.

/**
 * What to say when the device or the server said no; nothing when the member closed the dialog of
 * the browser.
 */
function problemOf(error: unknown): string {
  const { name, message, fields } = error as Error & Partial<RestError>;
  if (name === 'RestError') return Object.values(fields ?? {}).join(' ') || message;
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Nothing was done: the passkey was not given.';
  if (name === 'SecurityError')
    return 'Passkeys do not work at this address. Please open the site by its public address.';
  return 'Something went wrong. Please try again.';
}

/** Runs `work` once at a time, with the button busy and what goes wrong said beside it. */
export function runBusy(button: HTMLElement, said: HTMLElement | null, work: () => Promise<void>) {
  if (button.getAttribute('aria-busy') === 'true') return;
  const setBusy = (isBusy: boolean) => {
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (isBusy) button.setAttribute(name, 'true');
      else button.removeAttribute(name);
    }
  };
  setBusy(true);
  if (said) said.hidden = true;
  work().catch((error: unknown) => {
    setBusy(false);
    if (!said) return;
    said.textContent = problemOf(error);
    said.hidden = false;
  });
}

export const mayUsePasskeys = () => 'PublicKeyCredential' in globalThis;
