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

/** A 64-bit hash: distinguishes versions of a text; not safe against forging. */
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
 * The idempotency key for `content` as a version of the draft with the random key `key`: the same
 * text of the same draft has the same key, from whichever window and however late it is sent.
 */
export const contentKey = (key: string, content: string): string =>
  `${key}-${fingerprint(content)}`;

const storageName = (name: string) => `attempt:${name}`;
/** Fallback for this page when storage is unavailable. */
const inMemory = new Map<string, Attempt>();

/**
 * The Idempotency-Key for sending `content`: the same key, also after a reload, until it was sent
 * successfully or changed.
 */
export function idempotencyKeyFor(name: string, content: string): string {
  return findIdempotencyKey(name, content) ?? storeAttempt(name, { key: randomKey(), content });
}

/** The key of an earlier attempt to send this content, if any. */
export function findIdempotencyKey(name: string, content: string): string | undefined {
  const last = inMemory.get(name) ?? getStoredJson<Attempt>(storageName(name));
  return last?.content === content ? last.key : undefined;
}

/** Adopts the key of a server-rendered form, for text typed into it. */
export function adoptIdempotencyKey(name: string, content: string, key: string): void {
  if (!findIdempotencyKey(name, content)) storeAttempt(name, { key, content });
}

function storeAttempt(name: string, attempt: Attempt): string {
  inMemory.set(name, attempt);
  setStored(storageName(name), JSON.stringify(attempt));
  return attempt.key;
}

/** After success: sending the same text again is a new request. */
export function clearIdempotencyKey(name: string): void {
  inMemory.delete(name);
  setStored(storageName(name), '');
}
