import { flashCookie } from './cookies.ts';

export function confirmSignOut(): void {
  // Says on the first screen after signing out that it worked. What that takes is fetched only when
  // there is something to say.
  if (document.cookie.split('; ').includes(`${flashCookie}=signed-out`)) {
    document.cookie = `${flashCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
    void import('#lib/stored-credentials.ts').then(({ clearCredentials }) => clearCredentials());
    void import('#ui/toast.ts').then(({ toast }) => toast.success('Successfully logged out!'));
    // The sign-out has emptied the browser's storage already, where the browser knows how to.
    void import('#worker/client.ts').then(({ deletePrivateCaches }) => deletePrivateCaches());
    void import('./session-end.ts').then(({ tellSignOut }) => tellSignOut());
  }
}
