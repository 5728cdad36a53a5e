import { storeCredentials, type Credentials } from '#lib/stored-credentials.ts';

// Calls of a native shell carry the credentials themselves, so they are stored when a form signs
// somebody in. The browser sends the form, and its cookies open the screens: both belong to the
// same session.

interface SignedIn extends Credentials {
  next: string;
}

async function send(form: HTMLFormElement, prepareForms: () => void): Promise<void> {
  const body = new URLSearchParams(new FormData(form) as never);
  const answer = await fetch(form.action, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  });
  if (answer.headers.get('content-type')?.startsWith('application/json')) {
    const { next, ...credentials } = (await answer.json()) as SignedIn;
    await storeCredentials(credentials);
    location.assign(next);
  } else if (answer.redirected) {
    location.assign(answer.url);
  } else {
    // The same screen, with the errors.
    const screen = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.querySelector('main')!.replaceWith(screen.querySelector('main')!);
    prepareForms();
  }
}

/** Sends the form, or leaves it to the browser if that fails. */
export const signIn = (form: HTMLFormElement, prepareForms: () => void): Promise<void> =>
  send(form, prepareForms).catch(() => form.submit());
