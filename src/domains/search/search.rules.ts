import { folded } from '#lib/folded.ts';

/**
 * Every word or its beginning, or one of those that may have been meant instead. @param meant for
 * each of the words; letters alone
 */
export const similarQuery = (words: string[], meant: string[][]): string =>
  words.map((word, index) => `(${[`${word}:*`, ...(meant[index] ?? [])].join(' | ')})`).join(' & ');

const shown = 160;

/** The part of a text where the first of the words stands, in about one or two lines. */
export function excerpt(text: string, words: string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const plain = folded(line);
  // Where folding changes lengths the place is a little off, which a cut between words hides.
  const found = Math.max(
    0,
    Math.min(...words.map((word) => plain.indexOf(word)).filter((at) => at >= 0), plain.length),
  );
  const letters = [...line];
  if (letters.length <= shown) return line;
  const at = found === plain.length ? 0 : found;
  const start = Math.max(0, Math.min(at - 40, letters.length - shown));
  const cut = letters.slice(start, start + shown).join('');
  const whole = start > 0 ? cut.replace(/^\S*\s/, '') : cut;
  return `${start > 0 ? '… ' : ''}${whole}${start + shown < letters.length ? '…' : ''}`;
}

/** Address of the screen. */
export const searchPath = (query: string, type = ''): string =>
  `/search?${new URLSearchParams({ query, ...(type ? { type } : {}) }).toString()}`;
