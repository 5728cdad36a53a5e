import { adoptIdempotencyKey } from './idempotency-keys.ts';

/** What the server knows of a form that it draws (server/form-state.ts). */
export interface ServedForm {
  /** The address of its screen. */
  action: string;
  /** Idempotency-Key of the first words that are sent with it. */
  key: string;
  /** What was typed before it was refused, and why it was. */
  typed?: Record<string, string>;
  problems?: Record<string, string>;
}

/**
 * Reads the words that stand in a field as the page wakes up. Typed before the scripts came, they
 * may have been sent without them already: sent again, they carry the key of their form.
 */
export function readTyped(field: HTMLTextAreaElement | null, attempt: string): string {
  const typed = field?.value ?? '';
  const key = field?.form?.elements.namedItem('idempotency_key');
  if (typed && key instanceof HTMLInputElement)
    adoptIdempotencyKey(attempt, typed.trim(), key.value);
  return typed;
}
