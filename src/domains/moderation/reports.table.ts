import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { timestamptz } from '#server/columns.ts';

/** Text of the item when it was reported: a later edit or deletion does not change it. */
export interface ReportedContent {
  /** Path of the item on this site. */
  path: string;
  body: string;
  /** False if not everybody may see it: viewing it is logged. */
  isPublic: boolean;
  /** The page in whose name it stands; absent for what members wrote. */
  author?: { type: ContainerType; id: number; displayname: string };
  photoCount?: number;
  videoCount?: number;
}

/** Reports by members to the moderators. The reported member never learns who reported. */
export const reports = pgTable(
  'reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Null if the account was deleted: the report stays. */
    reporterId: bigint('reporter_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    subjectType: text('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    /**
     * Author of the item; null for a page or group without an owner and for what stands in its name.
     * When the account is deleted, the copy of its content is deleted here too.
     */
    authorId: bigint('author_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'cascade',
    }),
    category: text({ enum: ['spam', 'abuse', 'inappropriate', 'licensed', 'other'] }).notNull(),
    description: text().notNull().default(''),
    content: jsonb().$type<ReportedContent>().notNull(),
    status: text({ enum: ['open', 'dismissed', 'removed'] })
      .notNull()
      .default('open'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    decidedAt: timestamptz('decided_at'),
  },
  (table) => [
    uniqueIndex('reports_once')
      .on(table.reporterId, table.subjectType, table.subjectId)
      .where(sql`status = 'open'`),
    index('reports_reporter').on(table.reporterId, table.subjectType, table.subjectId),
    index('reports_subject').on(table.subjectType, table.subjectId),
    index('reports_author').on(table.authorId),
    index('reports_open')
      .on(table.id)
      .where(sql`status = 'open'`),
    check(
      'reports_category',
      sql`${table.category} in ('spam', 'abuse', 'inappropriate', 'licensed', 'other')`,
    ),
    check('reports_status', sql`${table.status} in ('open', 'dismissed', 'removed')`),
    check('reports_description', sql`char_length(${table.description}) <= 2000`),
  ],
);

/** Every decision of a moderator, and every view of an item that is not public. */
export const moderationLog = pgTable(
  'moderation_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    moderatorId: bigint('moderator_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    action: text({
      enum: [
        'viewed',
        'dismissed',
        'removed',
        'suspended',
        'reinstated',
        'approved',
        'declined',
        'promoted',
        'member_remove',
        'member_ban',
        'member_unban',
        'members_viewed',
        'archived',
        'reopened',
        // Categories and packages, by administrators.
        'created',
        'changed',
        'deleted',
      ],
    }).notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    /** Written with a removal, for the owner of a page, group or event. */
    reason: text().notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('moderation_log_reason', sql`char_length(${table.reason}) <= 500`),
    index('moderation_log_subject').on(table.subjectType, table.subjectId),
    index('moderation_log_moderator').on(table.moderatorId),
  ],
);
