import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { posts } from '#domains/posts/posts.table.ts';
import { tsvector } from '#server/columns.ts';

/**
 * The words of each post without case and accents, written by a trigger. Beside the post, not in
 * it: the feed reads posts and never these; and a search for a word that is everywhere walks these
 * newest first, which is cheap only if nothing is parsed on the way.
 */
export const postWords = pgTable(
  'post_words',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Where the post stands: the order of what is found. */
    postSortKey: bigint('post_sort_key', { mode: 'number' }).notNull(),
    words: tsvector().notNull(),
  },
  (table) => [
    // Each word with the month before it, so that a search reads one month after the other. A list
    // of what waits would be read for each of them.
    index('post_words_by_month')
      .using('gin', sql`words_by_month(${table.words}, ${table.postSortKey})`)
      .with({ fastupdate: false }),
    index('post_words_sort_key').on(table.postSortKey),
  ],
);

/**
 * Each word of any post once, to find the ones that somebody may have meant. Kept by a job
 * (vocabulary.server.ts).
 */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  { word: text().primaryKey() },
  (table) => [index('search_vocabulary_prefix').on(table.word.op('text_pattern_ops'))],
);
