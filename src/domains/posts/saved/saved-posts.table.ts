import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { timestamptz } from '#server/columns.ts';

/** What a member keeps to find again. Nobody else learns of it. */
export const savedPosts = pgTable(
  'saved_posts',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    postId: bigint('post_id', { mode: 'number' })
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Where the post stands, written by a trigger. */
    postSortKey: bigint('post_sort_key', { mode: 'number' }),
    savedAt: timestamptz('saved_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.postId] }),
    // The order in which the saved posts are read.
    index('saved_posts_sort_key').on(table.memberId, table.postSortKey),
    index('saved_posts_post').on(table.postId),
  ],
);
