import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgEnum, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { containerTypes, quotedContainerTypes } from '#lib/container-types.ts';
import { timestamptz } from '#server/columns.ts';

/** Subjects that can be reacted to and commented on. */
export const subjectType = pgEnum('subject_type', [
  'post',
  'post_comment',
  'comment',
  'member',
  'album',
  'photo',
  'video',
  ...containerTypes,
  'page_photo',
  'page_review',
  'story',
]);

/** One reaction per member and subject. `kind` is the reaction id 1 to 7. */
export const reactions = pgTable(
  'reactions',
  {
    subjectType: subjectType('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: smallint().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectType, table.subjectId, table.memberId] }),
    index('reactions_member').on(table.memberId),
    // The pages, groups and events that a member likes; a feed must not read all their reactions.
    index('reactions_containers')
      .on(table.memberId, table.subjectType, table.subjectId)
      .where(sql`subject_type in (${sql.raw(quotedContainerTypes)})`),
  ],
);

/**
 * Sums of `reactions`, written in the same transaction: a feed of twenty must not count thousands
 * of rows.
 */
export const reactionTotals = pgTable(
  'reaction_totals',
  {
    subjectType: subjectType('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    kind: smallint().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectType, table.subjectId, table.kind] })],
);
