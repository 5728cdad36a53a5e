import { capacitor, isNative } from './native-transport.ts';

// Only native clients store the token pair: on the web it lives in HttpOnly cookies, which no
// script can read.

export interface Credentials {
  oauth_token: string;
  oauth_secret: string;
  user_id: string;
}

const names = ['oauth_token', 'oauth_secret', 'user_id'] as const;

/** A text store. Each may be missing, full or forbidden, and then throws or rejects. */
interface CredentialStore {
  read(name: string): Promise<string | null | undefined> | string | null | undefined;
  write(name: string, value: string): Promise<unknown> | void;
  remove(name: string): Promise<unknown> | void;
}

const preferences: CredentialStore = {
  read: async (name) => (await plugin().get({ key: name })).value,
  write: (name, value) => plugin().set({ key: name, value }),
  remove: (name) => plugin().remove({ key: name }),
};

function plugin() {
  const found = capacitor()?.Plugins?.Preferences;
  if (!found) throw new Error('no preferences here');
  return found;
}

const local: CredentialStore = {
  read: (name) => localStorage.getItem(name),
  write: (name, value) => localStorage.setItem(name, value),
  remove: (name) => localStorage.removeItem(name),
};

const halfYear = 180 * 24 * 60 * 60;

const cookies: CredentialStore = {
  read: (name) => {
    const start = `${name}=`;
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(start));
    return found && decodeURIComponent(found.slice(start.length));
  },
  write: (name, value) => {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${halfYear}; SameSite=Strict`;
  },
  remove: (name) => {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict`;
  },
};

const stores = [preferences, local, cookies];

/** Returns the result of the first store that works; undefined if none does. */
async function firstWorking<T>(
  attempt: (store: CredentialStore) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const store of stores) {
    try {
      const result = await attempt(store);
      if (result !== undefined) return result;
    } catch {
      // Missing, full or forbidden: try the next.
    }
  }
  return undefined;
}

export async function readCredentials(): Promise<Credentials | undefined> {
  if (!isNative()) return undefined;
  return firstWorking(async (store) => {
    const [token, secret, user] = await Promise.all(names.map((name) => store.read(name)));
    return token && secret
      ? { oauth_token: token, oauth_secret: secret, user_id: user ?? '' }
      : undefined;
  });
}

/** Stores the token pair of a log-in on a native client; does nothing on the web. */
export async function storeCredentials(credentials: Credentials): Promise<void> {
  if (!isNative()) return;
  // Another store may hold an older pair, which could be read first.
  await clearCredentials();
  await firstWorking(async (store) => {
    for (const name of names) await store.write(name, credentials[name]);
    return true;
  });
}

export async function clearCredentials(): Promise<void> {
  if (!isNative()) return;
  for (const store of stores) {
    try {
      for (const name of names) await store.remove(name);
    } catch {
      // A store that does not work holds nothing.
    }
  }
}
