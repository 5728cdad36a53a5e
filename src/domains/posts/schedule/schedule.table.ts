import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Scheduled posts, apart from `posts` so that no read of it finds them. Publishing deletes the row
 * in the transaction that writes the post, so it happens once.
 */
export const scheduledPosts = pgTable(
  'scheduled_posts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    authorId: bigint('author_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    body: text().notNull().default(''),
    audience: text({ enum: ['everyone', 'friends', 'onlyme'] }).notNull(),
    uri: text().notNull().default(''),
    isPaid: boolean('is_paid').notNull().default(false),
    feelingParent: smallint('feeling_parent'),
    feelingChild: smallint('feeling_child'),
    /** Members to tag; only those who are friends when it is published are. */
    tagged: bigint({ mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The wall or container; null: the own wall. */
    targetType: text('target_type'),
    targetId: bigint('target_id', { mode: 'number' }),
    /** In the name of the page. */
    isInItsName: boolean('is_in_its_name'),
    publishAt: timestamptz('publish_at').notNull(),
    /** The author may not post there any more: it waits for another time or its deletion. */
    refusedAt: timestamptz('refused_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('scheduled_posts_due').on(table.publishAt, table.id),
    index('scheduled_posts_author').on(table.authorId, table.publishAt, table.id),
    check('scheduled_posts_audience', sql`${table.audience} in ('everyone', 'friends', 'onlyme')`),
    check(
      'scheduled_posts_target',
      sql`(${table.targetType} is null) = (${table.targetId} is null)`,
    ),
    check('scheduled_posts_body', sql`char_length(${table.body}) <= 1000`),
  ],
);

/** Media of a scheduled post, visible to its author only until it is published. */
export const scheduledMedia = pgTable(
  'scheduled_media',
  {
    scheduleId: bigint('schedule_id', { mode: 'number' })
      .notNull()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.position] }),
    index('scheduled_media_media').on(table.mediaId),
  ],
);
