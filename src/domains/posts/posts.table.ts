import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { albums } from '#domains/albums/albums.table.ts';
import { friendships } from '#domains/friends/friends.table.ts';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { containerTypes, wallTypes } from '#lib/container-types.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Published posts. The id is the interface's as well; the order of every list is `sort_key`
 * (decision 025).
 */
export const posts = pgTable(
  'posts',
  {
    // From 2: a page of the feed that ends with post n says `maxid: n - 1`, and maxid 0 asks for
    // the newest posts.
    id: bigint({ mode: 'number' })
      .primaryKey()
      .generatedByDefaultAsIdentity({ minValue: 2, startWith: 2 }),
    authorId: bigint('author_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text().notNull().default('status'),
    /** The author: 'member', or 'page' for posts of community pages. */
    subjectType: text('subject_type').notNull().default('member'),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    /** The wall: of a member, community page, group or event. */
    objectType: text('object_type').notNull().default('member'),
    objectId: bigint('object_id', { mode: 'number' }).notNull(),
    body: text().notNull().default(''),
    /** `container`: decided by the page, group or event where it stands. */
    audience: text({ enum: ['everyone', 'friends', 'onlyme', 'container'] }).notNull(),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
    /** As `sortKeyOf` computes it: ordered by date, unlike the ids of imported posts. */
    sortKey: bigint('sort_key', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs(
        sql`
          (
            floor(
              extract(epoch from published_at - '1970-01-01 00:00:00+00'::timestamptz) * 1000
            )::bigint * 1024 + id % 1024
          )`,
      ),
    editedAt: timestamptz('edited_at'),
    feelingParent: smallint('feeling_parent'),
    feelingChild: smallint('feeling_child'),
    /** When staff pinned it to the top of its container. */
    pinnedAt: timestamptz('pinned_at'),
    canComment: boolean('can_comment').notNull().default(true),
    /** Staff of its container closed the comments, so that its author cannot open them. */
    isClosedByStaff: boolean('is_closed_by_staff').notNull().default(false),
    canShare: boolean('can_share').notNull().default(true),
    /** Its author says that somebody paid for it; fixed 24 hours after publishing. */
    isPaid: boolean('is_paid').notNull().default(false),
    /**
     * The shared item. It needs no row in `attachments`; the original may be deleted or hidden
     * from the reader.
     */
    sharedType: text('shared_type'),
    sharedId: bigint('shared_id', { mode: 'number' }),
    /**
     * The item that an activity is about; its type names the table. Its domain deletes the post
     * with it.
     */
    itemId: bigint('item_id', { mode: 'number' }),
    /**
     * Feed item about new photos of an album: visible with the album and deleted with it. Its
     * photos are the album's, named by `target_id`.
     */
    albumId: bigint('album_id', { mode: 'number' }).references(() => albums.id, {
      onDelete: 'cascade',
    }),
    /**
     * Feed item about a friendship with that member: visible to those who see both lists of
     * friends, and deleted with the friendship.
     */
    friendId: bigint('friend_id', { mode: 'number' }),
    /** Number of rows in `attachments` and in `post_tags`, so that reads skip empty ones. */
    attachmentCount: smallint('attachment_count').notNull().default(0),
    tagCount: smallint('tag_count').notNull().default(0),
  },
  (table) => [
    index('posts_sort_key').on(table.sortKey),
    // For the home feed, whose first part never steps over posts in containers.
    index('posts_walls')
      .on(table.sortKey)
      .where(sql`audience <> 'container'`),
    index('posts_author').on(table.authorId, table.sortKey),
    // For the feed of friends, which never steps over what they wrote in containers.
    index('posts_author_walls')
      .on(table.authorId, table.sortKey)
      .where(sql`audience <> 'container'`),
    index('posts_object').on(table.objectType, table.objectId, table.sortKey),
    // Written in a container, for home feeds and visitors.
    index('posts_written')
      .on(table.objectType, table.objectId, table.sortKey)
      .where(sql`audience = 'container' and item_id is null`),
    // Posts of a member in a container, and about the membership.
    index('posts_author_containers')
      .on(table.authorId, table.objectType, table.objectId)
      .where(sql`audience = 'container'`),
    index('posts_pinned')
      .on(table.objectType, table.objectId)
      .where(sql`pinned_at is not null`),
    // For visitors and the public feed.
    index('posts_public')
      .on(table.sortKey)
      .where(sql`audience = 'everyone'`),
    index('posts_shared')
      .on(table.sharedType, table.sharedId)
      .where(sql`shared_id is not null`),
    index('posts_album')
      .on(table.albumId, table.sortKey)
      .where(sql`album_id is not null`),
    index('posts_item')
      .on(table.type, table.itemId)
      .where(sql`item_id is not null`),
    index('posts_friend')
      .on(table.authorId, table.friendId)
      .where(sql`friend_id is not null`),
    foreignKey({
      name: 'posts_friendship',
      columns: [table.authorId, table.friendId],
      foreignColumns: [friendships.memberId, friendships.friendId],
    }).onDelete('cascade'),
    check(
      'posts_friendship_audience',
      sql`${table.friendId} is null or ${table.audience} = 'friends'`,
    ),
    check(
      'posts_share',
      sql`
        ${table.sharedId} is null
        or (${table.albumId} is null and ${table.friendId} is null and ${table.itemId} is null)`,
    ),
    check('posts_id', sql`${table.id} >= 2`),
    check(
      'posts_audience',
      sql`${table.audience} in ('everyone', 'friends', 'onlyme', 'container')`,
    ),
    // Every other read fails closed: it takes no such audience in.
    check(
      'posts_container',
      sql`(${table.audience} = 'container') = (${table.objectType} <> 'member')`,
    ),
    check(
      'posts_wall_of_others',
      sql`${table.audience} <> 'onlyme' or ${table.objectId} = ${table.authorId}`,
    ),
    // In whose name: the author's, or that of the container where it stands.
    check(
      'posts_subject',
      sql`
        (${table.subjectType} = 'member' and ${table.subjectId} = ${table.authorId})
        or (${table.subjectType} = ${table.objectType} and ${table.subjectId} = ${table.objectId})
      `,
    ),
    check('posts_body', sql`char_length(${table.body}) <= 1000`),
  ],
);

/** The sort key of the post, written by a trigger: lists that do not start from posts use it. */
const postSortKey = () => bigint('post_sort_key', { mode: 'number' });

/** Sort keys of deleted posts, kept for a day for cursors that name them. */
export const postTombstones = pgTable(
  'post_tombstones',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    sortKey: bigint('sort_key', { mode: 'number' }).notNull(),
    deletedAt: timestamptz('deleted_at').notNull().defaultNow(),
  },
  (table) => [index('post_tombstones_deleted').on(table.deletedAt)],
);

const attachmentTypes = ['photo', 'video', 'link', 'post', ...containerTypes] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/**
 * Attachments of posts: photos or one video (`mediaId`), a link with its preview, or another item
 * (`targetId`), such as a photo of an album.
 */
export const attachments = pgTable(
  'attachments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    postId: bigint('post_id', { mode: 'number' })
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    postSortKey: postSortKey(),
    /** The wall or container of the post, written by the same trigger; it never changes. */
    objectType: text('object_type').notNull(),
    objectId: bigint('object_id', { mode: 'number' }).notNull(),
    position: smallint().notNull(),
    type: text({ enum: attachmentTypes }).notNull(),
    mediaId: bigint('media_id', { mode: 'number' }).references(() => media.id, {
      onDelete: 'set null',
    }),
    targetId: bigint('target_id', { mode: 'number' }),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    uri: text().notNull().default(''),
    videoType: smallint('video_type'),
    videoUrl: text('video_url'),
    preview: jsonb().$type<LinkPreview>(),
  },
  (table) => [
    index('attachments_post').on(table.postId, table.position),
    index('attachments_media').on(table.mediaId),
    // Photos of albums in feed items.
    index('attachments_album_photo')
      .on(table.targetId)
      .where(sql`type = 'photo' and target_id is not null`),
    // Scanned by the feeds of photos, videos and links; position 0 lists each post once. Apart, so
    // that none steps over the posts of containers, whose readers are few.
    index('attachments_walls')
      .on(table.type, table.postSortKey)
      .where(sql`position = 0 and object_type = 'member'`),
    index('attachments_containers')
      .on(table.type, table.postSortKey)
      .where(sql`position = 0 and object_type <> 'member'`),
    // The same of one wall or container.
    index('attachments_object')
      .on(table.objectType, table.objectId, table.type, table.postSortKey)
      .where(sql`position = 0`),
  ],
);

/** Metadata of a linked page: plain text, its picture copied to our own storage. */
export interface LinkPreview {
  siteName?: string;
  title?: string;
  description?: string;
  image?: { mediaId: number; width: number; height: number };
}

/** Posts by hashtag; written with the text. */
export const postHashtags = pgTable(
  'post_hashtags',
  {
    /** Normalized by `hashtagKey`. */
    hashtag: text().notNull(),
    postId: bigint('post_id', { mode: 'number' })
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    postSortKey: postSortKey(),
  },
  (table) => [
    primaryKey({ columns: [table.hashtag, table.postId] }),
    index('post_hashtags_sort_key').on(table.hashtag, table.postSortKey),
    index('post_hashtags_post').on(table.postId),
  ],
);

/** Friends who were with the author. A tag never widens the audience. */
export const postTags = pgTable(
  'post_tags',
  {
    postId: bigint('post_id', { mode: 'number' })
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    position: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.memberId] }),
    index('post_tags_member').on(table.memberId, table.postId),
  ],
);

/** Posts and authors that a member has hidden from their own feed. */
export const hiddenItems = pgTable(
  'hidden_items',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text({ enum: ['post', ...wallTypes] }).notNull(),
    itemId: bigint('item_id', { mode: 'number' }).notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.type, table.itemId] })],
);
