// Texts that outlive the page. A browser may forbid or fill its storage at any time: then nothing
// is kept, and nothing breaks.

export type StorageArea = 'device' | 'tab';

const storageOf = (place: StorageArea): Storage =>
  place === 'device' ? globalThis.localStorage : globalThis.sessionStorage;

export function getStored(name: string, place: StorageArea = 'device'): string | null {
  try {
    return storageOf(place).getItem(name);
  } catch {
    return null;
  }
}

/** An empty text forgets. Tells whether it is kept now. */
export function setStored(name: string, text: string, place: StorageArea = 'device'): boolean {
  try {
    if (text) storageOf(place).setItem(name, text);
    else storageOf(place).removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * What was kept, and after it what was typed before the page woke up, when nobody saw yet that
 * there was something. Words that go on from the kept ones were brought back by the browser.
 */
export const appendDraft = (kept: string, typed: string): string =>
  !kept || typed.startsWith(kept) ? typed : `${kept}\n${typed}`;

/** What was kept as JSON, or null when nothing usable was. */
export function getStoredJson<T>(name: string, place: StorageArea = 'device'): T | null {
  try {
    return JSON.parse(getStored(name, place) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
