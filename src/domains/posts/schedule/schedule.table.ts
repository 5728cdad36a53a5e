import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { media } from '#domains/media/media.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Posts for later, out of reach of every read of `posts`. Publishing turns a row into a post and
 * removes it in one transaction: that is what makes it happen once.
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
    feelingParent: smallint('feeling_parent'),
    feelingChild: smallint('feeling_child'),
    /** Whom the author wants to tag; who is still a friend is decided when it is published. */
    tagged: bigint({ mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    publishAt: timestamptz('publish_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('scheduled_posts_due').on(table.publishAt, table.id),
    index('scheduled_posts_author').on(table.authorId, table.publishAt, table.id),
    check('scheduled_posts_audience', sql`${table.audience} in ('everyone', 'friends', 'onlyme')`),
    check('scheduled_posts_body', sql`char_length(${table.body}) <= 1000`),
  ],
);

/**
 * The photos or the video of a post for later: uploaded with it, and its author's alone until it is
 * published.
 */
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
