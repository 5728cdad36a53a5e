import { keep, readKeptJson } from './kept.ts';

interface Attempt {
  key: string;
  content: string;
}

/** 128 random bits as text. `crypto.randomUUID` exists on https and localhost only. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const names = (name: string) => `attempt:${name}`;
/** For this page, where nothing can be kept. */
const unkept = new Map<string, Attempt>();

/** The Idempotency-Key of sending `content`: the same one again, also after a reload, until it went through or was changed. */
export function attemptKey(name: string, content: string): string {
  const last = unkept.get(name) ?? readKeptJson<Attempt>(names(name));
  if (last?.content === content) return last.key;
  const attempt = { key: randomKey(), content };
  unkept.set(name, attempt);
  keep(names(name), JSON.stringify(attempt));
  return attempt.key;
}

/** It went through: the same words once more are meant. */
export function forgetAttempt(name: string): void {
  unkept.delete(name);
  keep(names(name), '');
}
