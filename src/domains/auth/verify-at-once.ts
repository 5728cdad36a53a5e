import { verifyEmail } from './auth.calls.ts';

/** Confirms the address as soon as the link is opened, so that nobody needs to press the button. */
export function verifyAtOnce(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-verify]');
  const status = document.querySelector<HTMLElement>('#verification');

  function show(text: string, look: 'good' | 'bad') {
    if (!status) return;
    status.textContent = text;
    status.className = `notice notice-${look}`;
  }

  async function verify(codes: { email: string; token: string; verify: string }) {
    const button = form?.querySelector('button');
    button?.setAttribute('aria-busy', 'true');
    try {
      const { is_password_void, message } = await verifyEmail(codes);
      if (is_password_void) {
        form?.remove();
        return show(message, 'good');
      }
      show('Verification successful, redirecting to login...', 'good');
      setTimeout(() => location.assign('/login'), 1_500);
    } catch (error) {
      const { status, message } = error as { status?: number; message?: string };
      // Without a status there was no response at all.
      show(
        status
          ? message || 'Verification failed, please contact support'
          : 'Error during verification, please contact support',
        'bad',
      );
      button?.removeAttribute('aria-busy');
    }
  }

  const codes = form?.dataset.verify;
  if (codes) {
    const start = () => void verify(JSON.parse(codes));
    // A prerendered page has not been opened by anybody yet.
    const page = document as Document & { prerendering?: boolean };
    if (page.prerendering) page.addEventListener('prerenderingchange', start, { once: true });
    else start();
  }
}
