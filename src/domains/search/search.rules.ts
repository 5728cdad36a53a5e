import { folded } from '#lib/folded.ts';

/**
 * tsquery for each word as a prefix or one of its corrections.
 * @param corrections for each word; letters only
 */
export const similarQuery = (words: string[], corrections: string[][]): string =>
  words
    .map((word, index) => `(${[`${word}:*`, ...(corrections[index] ?? [])].join(' | ')})`)
    .join(' & ');

const excerptLength = 160;

/** Part of the text around the first match, in one or two lines. */
export function excerpt(text: string, words: string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const plain = folded(line);
  // Folding can change lengths and shift the position slightly; cutting between words hides that.
  const found = Math.max(
    0,
    Math.min(...words.map((word) => plain.indexOf(word)).filter((at) => at >= 0), plain.length),
  );
  const letters = [...line];
  if (letters.length <= excerptLength) return line;
  const at = found === plain.length ? 0 : found;
  const start = Math.max(0, Math.min(at - 40, letters.length - excerptLength));
  const cut = letters.slice(start, start + excerptLength).join('');
  const whole = start > 0 ? cut.replace(/^\S*\s/, '') : cut;
  return `${start > 0 ? '… ' : ''}${whole}${start + excerptLength < letters.length ? '…' : ''}`;
}

/** Address of the screen. */
export const searchPath = (query: string, type = ''): string =>
  `/search?${new URLSearchParams({ query, ...(type ? { type } : {}) }).toString()}`;
