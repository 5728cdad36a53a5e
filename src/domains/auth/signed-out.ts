import { flashCookie } from './cookies.ts';

export function confirmSignOut(): void {
  // Confirms the sign-out on the next screen. The code for it is fetched only if there is something
  // to show.
  if (document.cookie.split('; ').includes(`${flashCookie}=signed-out`)) {
    document.cookie = `${flashCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
    void import('#lib/stored-credentials.ts').then(({ clearCredentials }) => clearCredentials());
    void import('#ui/toast.ts').then(({ toast }) => toast.success('Successfully logged out!'));
    // The sign-out has cleared the browser's storage already, where the browser supports it.
    void import('#worker/client.ts').then(({ deletePrivateCaches }) => deletePrivateCaches());
    void import('#lib/session-end.ts').then(({ emitSignOut }) => emitSignOut());
  }
}
