import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * A photo or video visible for 24 hours. Older rows are hidden even before the job deletes them.
 */
export const stories = pgTable(
  'stories',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    ownerId: bigint('owner_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    body: text().notNull().default(''),
    audience: text({ enum: ['everyone', 'friends'] }).notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('stories_owner').on(table.ownerId, table.createdAt),
    index('stories_media').on(table.mediaId),
    index('stories_age').on(table.createdAt),
    check('stories_audience', sql`${table.audience} in ('everyone', 'friends')`),
    check('stories_body', sql`char_length(${table.body}) <= 150`),
  ],
);

/** Views of stories, for the rings and the owner's list. */
export const storyViews = pgTable(
  'story_views',
  {
    storyId: bigint('story_id', { mode: 'number' })
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    viewedAt: timestamptz('viewed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.memberId] }),
    index('story_views_member').on(table.memberId),
  ],
);

/** Muted owners: at the end of the tray and without a ring. */
export const storyMutes = pgTable(
  'story_mutes',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    ownerId: bigint('owner_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.ownerId] }),
    index('story_mutes_owner').on(table.ownerId),
  ],
);
