import { adoptIdempotencyKey } from './idempotency-keys.ts';

/** The screen of a form without a call: where it returns to, and for whom it was served. */
export interface ServedScreen {
  path: string;
  member: number;
}

/** State of a form that the server rendered (server/form-state.ts). */
export interface ServedForm {
  /** The URL of the form's screen. */
  action: string;
  /** Idempotency-Key for the first submission. */
  key: string;
  /** The member that it was served for. */
  member?: number;
  /** The rejected input, and the error messages by field. */
  typed?: Record<string, string>;
  problems?: Record<string, string>;
}

/**
 * Reads the text in a field at hydration. It may already have been submitted without script: sent
 * again, it carries the key of its form.
 */
export function readTyped(field: HTMLTextAreaElement | null, attempt: string): string {
  const typed = field?.value ?? '';
  const key = field?.form?.elements.namedItem('idempotency_key');
  if (typed && key instanceof HTMLInputElement)
    adoptIdempotencyKey(attempt, typed.trim(), key.value);
  return typed;
}
