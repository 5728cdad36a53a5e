import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { attachments, posts } from '#domains/posts/posts.table.ts';
import { tsvector } from '#server/columns.ts';

/**
 * Folded words of each post, written by a trigger. Separate from the posts, because the feed never
 * needs them, and because a search for a common word scans these newest first, which is cheap only
 * without parsing.
 */
export const postWords = pgTable(
  'post_words',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Sort key of the post, the order of results. */
    postSortKey: bigint('post_sort_key', { mode: 'number' }).notNull(),
    words: tsvector().notNull(),
  },
  (table) => [
    // Each word prefixed by its month, so that a search reads month by month. No pending list,
    // which every such read would scan.
    index('post_words_by_month')
      .using('gin', sql`words_by_month(${table.words}, ${table.postSortKey})`)
      .with({ fastupdate: false }),
    index('post_words_sort_key').on(table.postSortKey),
  ],
);

/** Folded words of the title and description of uploaded videos that have any; by a trigger. */
export const videoWords = pgTable(
  'video_words',
  {
    attachmentId: bigint('attachment_id', { mode: 'number' })
      .primaryKey()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    words: tsvector().notNull(),
  },
  (table) => [index('video_words_words').using('gin', table.words)],
);

/** Distinct words of posts, for corrections. Maintained by a job (vocabulary.server.ts). */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  { word: text().primaryKey() },
  (table) => [index('search_vocabulary_prefix').on(table.word.op('text_pattern_ops'))],
);
