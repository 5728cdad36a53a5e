// Texts that outlive the page. A browser may forbid or fill its storage at any time: then nothing
// is kept, and nothing breaks.

export type Place = 'device' | 'tab';

const storageOf = (place: Place): Storage =>
  place === 'device' ? globalThis.localStorage : globalThis.sessionStorage;

export function readKept(name: string, place: Place = 'device'): string | null {
  try {
    return storageOf(place).getItem(name);
  } catch {
    return null;
  }
}

/** An empty text forgets. Tells whether it is kept now. */
export function keep(name: string, text: string, place: Place = 'device'): boolean {
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
export const followedBy = (kept: string, typed: string): string =>
  !kept || typed.startsWith(kept) ? typed : `${kept}\n${typed}`;

/** What was kept as JSON, or null when nothing usable was. */
export function readKeptJson<T>(name: string, place: Place = 'device'): T | null {
  try {
    return JSON.parse(readKept(name, place) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
