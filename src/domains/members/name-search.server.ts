import type { SQL } from 'drizzle-orm';
import { sql } from '#server/sql.ts';

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * A title or name in the form used for comparison: without case and accents, a space before each
 * word. For members it is stored in `name_words`.
 */
export const foldedWords = (text: SQL): SQL =>
  sql`(' ' || translate(folded(${text}), '-''’', '   '))`;

const searchedWords = (search: string): SQL => foldedWords(sql`${escapeLike(search)}::text`);

/**
 * The name, or one of its words, begins with the search: several words in their order.
 * @param words such as `m.name_words`, or `foldedWords()` of a title
 */
export const nameMatches = (words: SQL, search: string): SQL =>
  sql`${words} like '%' || ${searchedWords(search)} || '%'`;

/** The name contains the search anywhere, also inside a word. */
export const nameContains = (words: SQL, search: string): SQL =>
  sql`${words} like '%' || ltrim(${searchedWords(search)}) || '%'`;

/** For ORDER BY: names that begin with the search come before those where a later word does. */
export const nameBegins = (words: SQL, search: string): SQL =>
  sql`(${words} like ${searchedWords(search)} || '%') desc`;

/** Matches of a search that are counted and shown. */
export const maxMatches = 1_000;
