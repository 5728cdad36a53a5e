export interface Finding {
  state: 'ok' | 'warning' | 'wrong';
  item: string;
  text: string;
}

export const ok = (item: string, text: string): Finding => ({ state: 'ok', item, text });
/** Works, but needs attention. */
export const warning = (item: string, text: string): Finding => ({ state: 'warning', item, text });
/** Does not work; the text says how to fix it. */
export const wrong = (item: string, text: string): Finding => ({ state: 'wrong', item, text });

export const isLocal = (origin: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);

/** Errors of fetch often have their reason in a nested error. */
export function reason(error: unknown): string {
  const { message, code, errors } = error as {
    message?: string;
    code?: string;
    errors?: unknown[];
  };
  return (message || (errors?.[0] ? reason(errors[0]) : '') || code || String(error)).split(
    '\n',
  )[0] as string;
}
