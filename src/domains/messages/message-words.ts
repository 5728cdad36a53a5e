import { folded } from '#lib/folded.ts';

/**
 * Words as a text search wants them: all of them, each as the start of one. Null where there is no
 * word.
 */
export function wordsQuery(search: string): string | null {
  // Taken apart first, as the database's folded() does: one sign can stand for several words, or
  // for brackets.
  const words =
    folded(search)
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 8) ?? [];
  return words.length ? words.map((word) => `${word}:*`).join(' & ') : null;
}
