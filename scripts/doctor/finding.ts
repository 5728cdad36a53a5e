export interface Finding {
  state: 'ok' | 'warning' | 'wrong';
  item: string;
  text: string;
}

export const ok = (item: string, text: string): Finding => ({ state: 'ok', item, text });
/** Works, but somebody should look at it. */
export const warning = (item: string, text: string): Finding => ({ state: 'warning', item, text });
/** Does not work, with how to mend it. */
export const wrong = (item: string, text: string): Finding => ({ state: 'wrong', item, text });

export const isLocal = (origin: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);

/** Fetched errors often have their reason one level down. */
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
