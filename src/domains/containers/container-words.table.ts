import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { tsvector } from '#server/columns.ts';
import { containers } from './containers.table.ts';

/**
 * Folded words by which a container is found: of its title, written by a trigger, and of what its
 * kind describes, written by a trigger of the kind with `set_container_details()`.
 */
export const containerWords = pgTable(
  'container_words',
  {
    type: text().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    titleWords: tsvector('title_words').notNull(),
    detailWords: tsvector('detail_words')
      .notNull()
      .default(sql`''`),
    words: tsvector()
      .notNull()
      .generatedAlwaysAs(sql`(title_words || detail_words)`),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id] }),
    foreignKey({
      columns: [table.type, table.id],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    // No pending list, which every search would scan.
    index('container_words_words').using('gin', table.words).with({ fastupdate: false }),
  ],
);
