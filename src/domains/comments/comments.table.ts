import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { media } from '#domains/media/media.table.ts';
import { members } from '#domains/members/members.table.ts';
import { subjectType } from '#domains/reactions/reactions.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Comments on any subject. Replies are one level deep: `parentId` is always a top-level comment.
 */
export const comments = pgTable(
  'comments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    subjectType: subjectType('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    authorId: bigint('author_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    parentId: bigint('parent_id', { mode: 'number' }),
    /** May be empty only with a photo. */
    body: text().notNull(),
    mediaId: bigint('media_id', { mode: 'number' }).references(() => media.id, {
      onDelete: 'set null',
    }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    editedAt: timestamptz('edited_at'),
  },
  (table) => [
    foreignKey({
      columns: [table.parentId],
      foreignColumns: [table.id],
      name: 'comments_parent',
    }).onDelete('cascade'),
    index('comments_top')
      .on(table.subjectType, table.subjectId, table.id)
      .where(sql`parent_id is null`),
    index('comments_replies')
      .on(table.parentId, table.id)
      .where(sql`parent_id is not null`),
    index('comments_author').on(table.authorId, table.subjectType, table.subjectId),
    index('comments_media')
      .on(table.mediaId)
      .where(sql`media_id is not null`),
    check('comments_body', sql`char_length(${table.body}) <= 1000`),
  ],
);

/**
 * Number of comments, replies included, per subject; updated in the transaction that changes it.
 */
export const commentTotals = pgTable(
  'comment_totals',
  {
    subjectType: subjectType('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectType, table.subjectId] })],
);
