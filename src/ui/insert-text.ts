export interface TextTarget {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
  readonly maxLength: number;
  setRangeText(text: string, start: number, end: number, mode: 'end'): void;
  dispatchEvent(event: Event): boolean;
}

/**
 * Inserts text at the caret, replacing the selection, as if typed. Returns false if it exceeds
 * maxLength.
 */
export function insertText(field: TextTarget, text: string): boolean {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  if (field.maxLength >= 0 && field.value.length - (end - start) + text.length > field.maxLength)
    return false;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
