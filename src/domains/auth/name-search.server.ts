import type { SQL } from 'drizzle-orm';
import { sql } from '#server/sql.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * A title or name as it is compared: without case and accents, a space before each word. Of members
 * `name_words` holds it.
 */
export const foldedWords = (text: SQL): SQL =>
  sql`(' ' || translate(folded(${text}), '-''’', '   '))`;

const sought = (search: string): SQL => foldedWords(sql`${escapeLike(search)}::text`);

/**
 * The name, or one of its words, begins like that: several words in their order.
 * @param words such as `m.name_words`, or `foldedWords()` of a title
 */
export const nameMatches = (words: SQL, search: string): SQL =>
  sql`${words} like '%' || ${sought(search)} || '%'`;

/** The name has that somewhere, also inside a word. */
export const nameContains = (words: SQL, search: string): SQL =>
  sql`${words} like '%' || ltrim(${sought(search)}) || '%'`;

/** For ORDER BY: names that begin like that come before those where a later word does. */
export const nameBegins = (words: SQL, search: string): SQL =>
  sql`(${words} like ${sought(search)} || '%') desc`;
