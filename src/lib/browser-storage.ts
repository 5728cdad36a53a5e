import { servedMember, toOwnName } from './served-member.ts';

// Texts that outlive the page, of the member for whom it was served. A browser may forbid storage or
// run out of it at any time: then nothing is stored, and nothing breaks.

export type StorageArea = 'device' | 'tab';

export const getStorage = (area: StorageArea): Storage =>
  area === 'device' ? globalThis.localStorage : globalThis.sessionStorage;

export function getStored(name: string, area: StorageArea = 'device'): string | null {
  try {
    return getStorage(area).getItem(toOwnName(name));
  } catch {
    return null;
  }
}

/** Stores a text; an empty one removes it. Returns whether it worked. */
export function setStored(name: string, text: string, area: StorageArea = 'device'): boolean {
  try {
    if (text) getStorage(area).setItem(toOwnName(name), text);
    else getStorage(area).removeItem(toOwnName(name));
    return true;
  } catch {
    return false;
  }
}

/** In each storage: the member to whom all of it belongs. */
export const ownerName = 'member';

/** Whether nothing of another member can be stored in this tab and on this device. */
export function isOwnBrowser(): boolean {
  try {
    return (['device', 'tab'] as const).every(
      (area) => getStorage(area).getItem(ownerName) === servedMember(),
    );
  } catch {
    // A forbidden storage holds nothing, but the browser's database may.
    return false;
  }
}

/**
 * The stored draft, followed by text typed before hydration, when the stored draft was not visible
 * yet. Text that begins with the stored draft was restored by the browser.
 */
export const appendDraft = (stored: string, typed: string): string =>
  !stored || typed.startsWith(stored) ? typed : `${stored}\n${typed}`;

/** Parses a stored JSON text; null if there is none or it is invalid. */
export function getStoredJson<T>(name: string, area: StorageArea = 'device'): T | null {
  try {
    return JSON.parse(getStored(name, area) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
