import type { RestError } from '#lib/rest.ts';

// Asks the browser for passkeys. The code for it is loaded when somebody presses the button.

/** Message for an error of the device or the server. */
function toProblem(error: unknown): string {
  const { name, message, fields } = error as Error & Partial<RestError>;
  if (name === 'RestError') return Object.values(fields ?? {}).join(' ') || message;
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'Cancelled: no passkey was used.';
  if (name === 'SecurityError')
    return 'Passkeys do not work at this address. Please open the site by its public address.';
  return 'Something went wrong. Please try again.';
}

/** Runs `work` once at a time, with the button busy and errors shown in `status`. */
export function runBusy(
  button: HTMLElement,
  status: HTMLElement | null,
  work: () => Promise<void>,
) {
  if (button.getAttribute('aria-busy') === 'true') return;
  const setBusy = (isBusy: boolean) => {
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (isBusy) button.setAttribute(name, 'true');
      else button.removeAttribute(name);
    }
  };
  setBusy(true);
  if (status) status.hidden = true;
  work().catch((error: unknown) => {
    setBusy(false);
    if (!status) return;
    status.textContent = toProblem(error);
    status.hidden = false;
  });
}

export const mayUsePasskeys = () => 'PublicKeyCredential' in globalThis;
