import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { posts } from '#domains/posts/posts.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Posts of containers with comments, by the newest comment; written by a trigger. */
export const discussedPosts = pgTable(
  'discussed_posts',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** The container of the post. */
    type: text().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    commentedAt: timestamptz('commented_at').notNull(),
  },
  (table) => [
    index('discussed_posts_newest').on(table.type, table.id, table.commentedAt, table.postId),
  ],
);
