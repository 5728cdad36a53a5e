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
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/** Only for videos. */
export interface VideoDetails {
  durationSeconds?: number;
  /** Size of the poster; without one, players show the first frame. */
  poster?: { width: number; height: number };
  /**
   * The video is being converted, or that failed; absent if ready. Until then the file is not
   * served.
   */
  state?: 'processing' | 'failed';
}

/**
 * One uploaded picture or video. It belongs to at most one object (a post, an album or a story) and
 * is served to those who may see that object
 * (src/domains/lightbox/attachment-sources.server.ts). Files are stored by content hash, so
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
    /** Content hash of a video's poster. */
    posterHash: text('poster_hash'),
    mimeType: text('mime_type').notNull(),
    byteLength: bigint('byte_length', { mode: 'number' }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Widths stored as AVIF and WebP beside the original. */
    variantWidths: integer('variant_widths').array().notNull(),
    /** A tiny blurred picture as a data: URL, shown until the real one is loaded. */
    placeholder: text().notNull(),
    alt: text().notNull().default(''),
    details: jsonb().$type<VideoDetails>().notNull().default({}),
    viewCount: integer('view_count').notNull().default(0),
    /**
     * `pending` until attached to an object, then `attached`; `orphaned` when that is deleted. Set
     * by triggers of the tables that reference media.
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
 * Content that may be unused: written before files are stored and, by a trigger, when a row of
 * `media` is deleted. After its time, content without a row in `media` is removed
 * (prune-media.server.ts).
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
 * Replaced avatars and covers, by name under /media/public, written by a trigger. They are kept for
 * a day, for cached pages that name them and for a running backup (prune-media.server.ts).
 */
export const orphanedAvatars = pgTable(
  'orphaned_avatars',
  { name: text().primaryKey(), removeAfter: timestamptz('remove_after').notNull() },
  (table) => [index('orphaned_avatars_due').on(table.removeAfter)],
);

/** The last day (UTC) on which a member viewed it: a member counts once a day and has one row. */
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

/** Ratings of videos by members, from 1 to 5: one each, which may change. */
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
