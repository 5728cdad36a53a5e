import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/columns.ts';

/**
 * When which subject was last changed by whom, for a day, so that a screen whose stream was away
 * learns what it has missed. Written by the triggers that tell the streams; a row for each who did
 * something, so that nobody waits for another's, and a block can be respected.
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    subjectType: text('subject_type').notNull(),
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    /** `reactions` or `comments`. */
    kind: text().notNull(),
    /** 0 for the site itself. No reference: it outlives an account by a day at most. */
    actorId: bigint('actor_id', { mode: 'number' }).notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectType, table.subjectId, table.kind, table.actorId] }),
    index('live_changes_changed_at').on(table.changedAt),
  ],
);
