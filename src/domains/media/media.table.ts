import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Of videos. */
export interface VideoDetails {
  durationSeconds?: number;
  /** Of the poster; without one, players show the first frame. */
  poster?: { width: number; height: number };
  /**
   * Still being made into something that every browser plays, or that could not be done; without
   * it, ready. Until then nobody gets its file.
   */
  state?: 'processing' | 'failed';
}

/**
 * One uploaded picture or video. It belongs to at most one object (a post's attachment, later an
 * album or a story) and is served to whoever may see that object
 * (src/domains/media/viewer/attachment-sources.server.ts). Bytes are stored by content hash, so
 * rows may share them.
 */
export const media = pgTable(
  'media',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    ownerId: bigint('owner_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['photo', 'video'] }).notNull(),
    contentHash: text('content_hash').notNull(),
    /** The content of a video's poster. */
    posterHash: text('poster_hash'),
    mimeType: text('mime_type').notNull(),
    byteLength: bigint('byte_length', { mode: 'number' }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Widths that exist as AVIF and WebP beside the original. */
    variantWidths: integer('variant_widths').array().notNull(),
    /** A few bytes of blurred picture as a data: address, shown until the real one has come. */
    placeholder: text().notNull(),
    alt: text().notNull().default(''),
    details: jsonb().$type<VideoDetails>().notNull().default({}),
    viewCount: integer('view_count').notNull().default(0),
    /**
     * `pending` until an object takes it, `attached` to it, or `orphaned` when that is deleted.
     * Kept by triggers of the tables that hold media.
     */
    state: text({ enum: ['pending', 'attached', 'orphaned'] })
      .notNull()
      .default('pending'),
    stateChangedAt: timestamptz('state_changed_at').notNull().defaultNow(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('media_owner').on(table.ownerId, table.id),
    index('media_content').on(table.contentHash),
    index('media_poster')
      .on(table.posterHash)
      .where(sql`poster_hash is not null`),
    index('media_processing')
      .on(table.createdAt)
      .where(sql`details ->> 'state' = 'processing'`),
    index('media_unattached')
      .on(table.stateChangedAt)
      .where(sql`state <> 'attached'`),
  ],
);

/**
 * Content whose files may have to go: written before files are stored and, by a trigger, when a row
 * of `media` is deleted. Once the time has come, what no row of `media` names any more is removed
 * (media-sweep.server.ts).
 */
export const orphanedBlobs = pgTable(
  'orphaned_blobs',
  {
    contentHash: text('content_hash').primaryKey(),
    removeAfter: timestamptz('remove_after').notNull(),
  },
  (table) => [index('orphaned_blobs_due').on(table.removeAfter)],
);

/**
 * Avatars and covers that somebody no longer has, by name under /media/public, written by a
 * trigger. They stay for a day, for pages that still name them and for a running backup
 * (media-sweep.server.ts).
 */
export const orphanedAvatars = pgTable(
  'orphaned_avatars',
  { name: text().primaryKey(), removeAfter: timestamptz('remove_after').notNull() },
  (table) => [index('orphaned_avatars_due').on(table.removeAfter)],
);

/** Who has looked, and on which day (UTC) last: a member counts once a day, and keeps one row. */
export const mediaViews = pgTable(
  'media_views',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    day: date().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.memberId] }),
    index('media_views_member').on(table.memberId),
  ],
);

/** What members think of a video, from 1 to 5: one opinion each, which may change. */
export const mediaRatings = pgTable(
  'media_ratings',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    rating: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.memberId] }),
    index('media_ratings_member').on(table.memberId),
    check('media_ratings_rating', sql`rating between 1 and 5`),
  ],
);
