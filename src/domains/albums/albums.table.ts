import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { containers } from '#domains/containers/containers.table.ts';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Photos of a member or of a container under one title. Automatic albums have a type; each member
 * and container has at most one of each type.
 */
export const albums = pgTable(
  'albums',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    ownerId: bigint('owner_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /**
     * The container that it belongs to, such as a community page. Its owner is then the member who
     * created it, and after that member's account has ended the owner of the container.
     */
    containerType: text('container_type'),
    containerId: bigint('container_id', { mode: 'number' }),
    /** The container speaks: readers do not see which member added a photo. */
    isByContainer: boolean('is_by_container').notNull().default(false),
    /**
     * `wall` has no rows of its own: its photos are those of the owner's posts, and a trigger of
     * `attachments` creates it.
     */
    type: text({ enum: ['profile', 'cover', 'wall'] }),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** `container`: decided by the container, also for comments. */
    audience: text({ enum: ['everyone', 'friends', 'onlyme', 'container'] }).notNull(),
    /** Controls who may comment and react, among those who may see it. */
    commentAudience: text('comment_audience', { enum: ['everyone', 'friends', 'onlyme'] })
      .notNull()
      .default('everyone'),
    /** Listed among the albums of all members. */
    isListed: boolean('is_listed').notNull().default(true),
    viewCount: integer('view_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    modifiedAt: timestamptz('modified_at').notNull().defaultNow(),
  },
  (table) => [
    index('albums_owner').on(table.ownerId, table.id),
    index('albums_listed')
      .on(table.createdAt, table.id)
      .where(sql`is_listed`),
    uniqueIndex('albums_automatic')
      .on(table.ownerId, table.type)
      .where(sql`type is not null and container_id is null`),
    uniqueIndex('albums_container_automatic')
      .on(table.containerType, table.containerId, table.type)
      .where(sql`type is not null and container_id is not null`),
    check(
      'albums_audience',
      sql`
        ${table.audience} in ('everyone', 'friends', 'onlyme', 'container')
        and ${table.commentAudience} in ('everyone', 'friends', 'onlyme')`,
    ),
    index('albums_container')
      .on(table.containerType, table.containerId, table.id)
      .where(sql`container_id is not null`),
    check(
      'albums_container',
      sql`
        (${table.containerType} is null) = (${table.containerId} is null)
        and (${table.containerId} is null or ${table.type} is distinct from 'wall')
        and (${table.containerId} is null or not ${table.isListed})
        and (${table.containerId} is not null or not ${table.isByContainer})`,
    ),
    // Every other read fails closed: it takes no such audience in.
    check(
      'albums_container_audience',
      sql`(${table.audience} = 'container') = (${table.containerId} is not null)`,
    ),
    foreignKey({
      name: 'albums_container_key',
      columns: [table.containerType, table.containerId],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    check('albums_type', sql`${table.type} in ('profile', 'cover', 'wall')`),
  ],
);

export const albumPhotos = pgTable(
  'album_photos',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    albumId: bigint('album_id', { mode: 'number' })
      .notNull()
      .references(() => albums.id, { onDelete: 'cascade' }),
    /** The container of the album, if it has one, written by a trigger; it never changes. */
    containerType: text('container_type'),
    containerId: bigint('container_id', { mode: 'number' }),
    position: integer().notNull(),
    title: text().notNull().default(''),
    caption: text().notNull().default(''),
    /** The chosen cover; without one, the first photo. */
    isCover: boolean('is_cover').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('album_photos_album').on(table.albumId, table.position, table.mediaId),
    // The newest photos of a member, in whatever album.
    index('album_photos_newest')
      .on(table.albumId, table.createdAt, table.mediaId)
      .where(sql`container_id is null`),
    // The newest photos of a container, in whatever album.
    index('album_photos_container')
      .on(table.containerType, table.containerId, table.createdAt, table.mediaId)
      .where(sql`container_id is not null`),
  ],
);

/** The last day (UTC) on which a member viewed it: a member counts once a day. */
export const albumViews = pgTable(
  'album_views',
  {
    albumId: bigint('album_id', { mode: 'number' })
      .notNull()
      .references(() => albums.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    day: date().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.albumId, table.memberId] }),
    index('album_views_member').on(table.memberId),
  ],
);
