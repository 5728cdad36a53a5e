import { folded } from './folded.ts';

const maxWords = 8;

/**
 * The words of a query, each once. Folded before they are taken apart, as the database does it: one
 * sign can stand for several words, or for brackets.
 */
export const searchWords = (query: string): string[] =>
  [...new Set(folded(query).match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxWords);

/**
 * As to_tsquery reads it: every word, or the beginning of one; '' where there is no word. Letters
 * and digits alone, so there is nothing to escape.
 */
export const prefixQuery = (words: string[]): string =>
  words.map((word) => `${word}:*`).join(' & ');
