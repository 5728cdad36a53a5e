import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';

/**
 * One uploaded picture or video. It belongs to at most one object (a post's attachment, later an album or a
 * story) and is served to whoever may see that object. Bytes are stored by content hash, so rows may share them.
 */
export const media = pgTable(
  'media',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull().references(() => members.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['photo', 'video'] }).notNull(),
    contentHash: text('content_hash').notNull(),
    mimeType: text('mime_type').notNull(),
    byteLength: bigint('byte_length', { mode: 'number' }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Widths that exist as AVIF and WebP beside the original. */
    widths: integer().array().notNull(),
    /** A few bytes of blurred picture as a data: address, shown until the real one has come. */
    placeholder: text().notNull(),
    alt: text().notNull().default(''),
    details: jsonb().$type<{ durationSeconds?: number; poster?: string }>().notNull().default({}),
    viewCount: integer('view_count').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [index('media_owner').on(table.ownerId, table.id), index('media_content').on(table.contentHash)],
);

/** Who has looked, and on which day (UTC) last: a member counts once a day, and keeps one row. */
export const mediaViews = pgTable(
  'media_views',
  {
    mediaId: bigint('media_id', { mode: 'number' }).notNull().references(() => media.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' }).notNull().references(() => members.id, { onDelete: 'cascade' }),
    day: date().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.memberId] }), index('media_views_member').on(table.memberId)],
);
