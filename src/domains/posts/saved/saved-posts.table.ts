import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Saved posts, private to the member. */
export const savedPosts = pgTable(
  'saved_posts',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    postId: bigint('post_id', { mode: 'number' })
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Sort key of the post, written by a trigger. */
    postSortKey: bigint('post_sort_key', { mode: 'number' }),
    savedAt: timestamptz('saved_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.postId] }),
    // Order of the feed of saved posts.
    index('saved_posts_sort_key').on(table.memberId, table.postSortKey),
    index('saved_posts_post').on(table.postId),
  ],
);
