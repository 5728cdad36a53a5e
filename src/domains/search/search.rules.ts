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

/** A list whose first rows come before further rows of the lists before it, so that all are seen. */
export interface MixedList {
  /** Rows that are taken first; the rest follows once every list had its first ones. */
  first: number;
  /** Undefined until it is known. */
  total?: number;
}

/**
 * The rows that one of several lists contributes to a page of all of them: `from` is its first row,
 * `until` the one after its last. While totals are unknown, all rows that may be needed.
 */
export function rowsOnPage(
  lists: MixedList[],
  index: number,
  { offset, limit }: { offset: number; limit: number },
): { from: number; until: number } {
  const { first, total = Infinity } = lists[index]!;
  const earlier = lists.slice(0, index);
  const later = lists.slice(index + 1);
  const firstOf = (list: MixedList, ifUnknown: number) =>
    Math.min(list.first, list.total ?? ifUnknown);
  const sum = (of: MixedList[], ifUnknown: number) =>
    of.reduce((all, list) => all + firstOf(list, ifUnknown), 0);
  const before = sum(earlier, 0);
  const restBefore = earlier.reduce(
    (all, list) => all + Math.max(0, (list.total ?? 0) - list.first),
    0,
  );
  // The row of the list at a position of the whole, if the later lists have that many first rows.
  const rowAt = (position: number, laterFirst: number) => {
    const row = position - before;
    if (row < first) return Math.max(0, row);
    return Math.max(first, row - laterFirst - restBefore);
  };
  const from = rowAt(offset, sum(later, Infinity));
  const until = rowAt(offset + limit, sum(later, 0));
  return { from: Math.min(from, total), until: Math.min(until, total) };
}
