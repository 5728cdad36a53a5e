import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { posts } from '#domains/posts/posts.table.ts';

/** What a member keeps to find again. Nobody else learns of it. */
export const savedPosts = pgTable(
  'saved_posts',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull().references(() => members.id, { onDelete: 'cascade' }),
    postId: bigint('post_id', { mode: 'number' }).notNull().references(() => posts.id, { onDelete: 'cascade' }),
    savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  },
  // The key is also the order in which the saved posts are read.
  (table) => [primaryKey({ columns: [table.memberId, table.postId] }), index('saved_posts_post').on(table.postId)],
);
