import { getStoredJson, setStored } from './browser-storage.ts';

interface Attempt {
  key: string;
  content: string;
}

/** 128 random bits as text. `crypto.randomUUID` exists on https and localhost only. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** 64 bits of a text: to tell versions of one thing apart, not to keep anybody from forging one. */
function fingerprint(text: string): string {
  let [first, second] = [0x811c9dc5, 0x1b873593];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ (second >>> 15) ^ code, 0x2c1b3c6d);
  }
  return [first, second].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The key of `content` as a version of what is named by a random key: whoever sends the same words
 * of the same draft, from whichever window and however late, sends them with the same key.
 */
export const contentKey = (key: string, content: string): string =>
  `${key}-${fingerprint(content)}`;

const names = (name: string) => `attempt:${name}`;
/** For this page, where nothing can be kept. */
const unkept = new Map<string, Attempt>();

/**
 * The Idempotency-Key of sending `content`: the same one again, also after a reload, until it went
 * through or was changed.
 */
export function idempotencyKeyFor(name: string, content: string): string {
  return knownKey(name, content) ?? remember(name, { key: randomKey(), content });
}

/** The key under which these words may have been sent before, if there is one. */
export function knownKey(name: string, content: string): string | undefined {
  const last = unkept.get(name) ?? getStoredJson<Attempt>(names(name));
  return last?.content === content ? last.key : undefined;
}

/** Takes over the key of a form that the server drew, for the words that were typed into it. */
export function adoptIdempotencyKey(name: string, content: string, key: string): void {
  if (!knownKey(name, content)) remember(name, { key, content });
}

function remember(name: string, attempt: Attempt): string {
  unkept.set(name, attempt);
  setStored(names(name), JSON.stringify(attempt));
  return attempt.key;
}

/** It went through: the same words once more are meant. */
export function clearIdempotencyKey(name: string): void {
  unkept.delete(name);
  setStored(names(name), '');
}
