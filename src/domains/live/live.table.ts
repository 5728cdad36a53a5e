import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/columns.ts';

/**
 * Latest change of each subject by each actor, for a day, so that a screen whose stream was
 * interrupted reads what it missed. Written by the triggers that notify the streams; one row for
 * each actor, so that writers do not wait for each other and blocks can be respected.
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    subjectType: text('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    /** `reactions` or `comments`. */
    kind: text().notNull(),
    /** 0 for the site itself. No foreign key: rows outlive an account by at most a day. */
    actorId: bigint('actor_id', { mode: 'number' }).notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectType, table.subjectId, table.kind, table.actorId] }),
    index('live_changes_changed_at').on(table.changedAt),
  ],
);
