import { flashCookie } from './cookies.ts';

// Says on the first screen after signing out that it worked. The toast library comes only when there is something to say.
if (document.cookie.split('; ').includes(`${flashCookie}=signed-out`)) {
  document.cookie = `${flashCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  void import('#lib/stored-credentials.ts').then(({ clearCredentials }) => clearCredentials());
  void import('#ui/toast.ts').then(({ toast }) => toast.success('Successfully logged out!'));
}
