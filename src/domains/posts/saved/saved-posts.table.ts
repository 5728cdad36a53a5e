import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { posts } from '#domains/posts/posts.table.ts';

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
    postPlace: bigint('post_place', { mode: 'number' }),
    savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' })
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.postId] }),
    // The order in which the saved posts are read.
    index('saved_posts_place').on(table.memberId, table.postPlace),
    index('saved_posts_post').on(table.postId),
  ],
);
