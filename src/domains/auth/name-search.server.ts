import { sql, type SQL } from 'drizzle-orm';

const words = (name: SQL): SQL => sql`translate(folded(${name}), '-''’', '   ')`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The name, or one of its words, begins like that: without case and accents, several words in their order. */
export function nameMatches(name: SQL, search: string): SQL {
  return sql`' ' || ${words(name)} like '% ' || ${words(sql`${escapeLike(search)}::text`)} || '%'`;
}

/** For ORDER BY: names that begin like that come before those where a later word does. */
export const nameBegins = (name: SQL, search: string): SQL => sql`(${words(name)} like ${words(sql`${escapeLike(search)}::text`)} || '%') desc`;
