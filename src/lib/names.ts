import { counted } from './text.ts';

// Hebrew, Arabic, Syriac, Thaana, N'Ko and the right-to-left scripts of the later blocks.
const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a right-to-left name in plain text (mails, pushes, titles, toasts, labels), so that it
 * does not reorder the sentence around it. Markup uses `<bdi>`, or `Names` for several.
 */
export const isolate = (name: string): string =>
  rightToLeft.test(name) ? `\u2068${name}\u2069` : name;

export interface NamePart {
  text: string;
  isName: boolean;
}

/** 'Bo', ' and ', '3 others': the parts of a list of names, in order. */
export function nameParts(names: string[], others = 0): NamePart[] {
  const items = names.map((text) => ({ text, isName: true }));
  if (others > 0) items.push({ text: counted(others, 'other'), isName: false });
  const last = items.length - 1;
  return items.flatMap((item, index) => {
    if (index === 0) return [item];
    return [{ text: index === last ? ' and ' : ', ', isName: false }, item];
  });
}

/** The same as plain text: 'Bo Reed, Cy Tan and 3 others'. */
export const nameList = (names: string[], others = 0): string =>
  nameParts(names, others)
    .map(({ text, isName }) => (isName ? isolate(text) : text))
    .join('');
