import { capacitor, isNative } from './native-transport.ts';

// Only native clients keep the pair themselves: on the web it lives in HttpOnly cookies, where no
// script reads it.

export interface Credentials {
  oauth_token: string;
  oauth_secret: string;
  user_id: string;
}

const names = ['oauth_token', 'oauth_secret', 'user_id'] as const;

/**
 * A place to keep a text. Any of them may be missing, full or forbidden, and then throws or
 * rejects.
 */
interface Place {
  read(name: string): Promise<string | null | undefined> | string | null | undefined;
  write(name: string, value: string): Promise<unknown> | void;
  remove(name: string): Promise<unknown> | void;
}

const preferences: Place = {
  read: async (name) => (await plugin().get({ key: name })).value,
  write: (name, value) => plugin().set({ key: name, value }),
  remove: (name) => plugin().remove({ key: name }),
};

function plugin() {
  const found = capacitor()?.Plugins?.Preferences;
  if (!found) throw new Error('no preferences here');
  return found;
}

const local: Place = {
  read: (name) => localStorage.getItem(name),
  write: (name, value) => localStorage.setItem(name, value),
  remove: (name) => localStorage.removeItem(name),
};

const halfYear = 180 * 24 * 60 * 60;

const cookies: Place = {
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

const places = [preferences, local, cookies];

/** The first place that works, in order; none working is as if nothing had been kept. */
async function first<T>(attempt: (place: Place) => Promise<T | undefined>): Promise<T | undefined> {
  for (const place of places) {
    try {
      const result = await attempt(place);
      if (result !== undefined) return result;
    } catch {
      // This one is missing, full or forbidden: the next.
    }
  }
  return undefined;
}

export async function readCredentials(): Promise<Credentials | undefined> {
  if (!isNative()) return undefined;
  return first(async (place) => {
    const [token, secret, user] = await Promise.all(names.map((name) => place.read(name)));
    return token && secret
      ? { oauth_token: token, oauth_secret: secret, user_id: user ?? '' }
      : undefined;
  });
}

/** Keeps the pair of a log-in on a native client; does nothing on the web. */
export async function storeCredentials(credentials: Credentials): Promise<void> {
  if (!isNative()) return;
  // Elsewhere an older pair may lie, which would win or lose by chance.
  await clearCredentials();
  await first(async (place) => {
    for (const name of names) await place.write(name, credentials[name]);
    return true;
  });
}

export async function clearCredentials(): Promise<void> {
  if (!isNative()) return;
  for (const place of places) {
    try {
      for (const name of names) await place.remove(name);
    } catch {
      // Nothing was kept where nothing can be kept.
    }
  }
}
