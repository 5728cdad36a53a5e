import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Posts that wait for the staff of their container, apart from `posts` so that no read of it finds
 * them. Approving deletes the row in the transaction that writes the post, so it happens once.
 */
export const pendingPosts = pgTable(
  'pending_posts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    authorId: bigint('author_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The container; a trigger deletes the row with it. */
    targetType: text('target_type').notNull(),
    targetId: bigint('target_id', { mode: 'number' }).notNull(),
    body: text().notNull().default(''),
    /** Counts changes of the text: whoever approves it names the one that they have read. */
    version: integer().notNull().default(1),
    uri: text().notNull().default(''),
    isPaid: boolean('is_paid').notNull().default(false),
    feelingParent: smallint('feeling_parent'),
    feelingChild: smallint('feeling_child'),
    /** Members to tag; only those who are friends when it is approved are. */
    tagged: bigint({ mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('pending_posts_target').on(table.targetType, table.targetId, table.id),
    index('pending_posts_author').on(table.authorId, table.id),
    check('pending_posts_body', sql`char_length(${table.body}) <= 1000`),
  ],
);

/** Media of a waiting post, visible to its author and the staff only. */
export const pendingMedia = pgTable(
  'pending_media',
  {
    pendingId: bigint('pending_id', { mode: 'number' })
      .notNull()
      .references(() => pendingPosts.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.pendingId, table.position] }),
    index('pending_media_media').on(table.mediaId),
  ],
);
