import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Exports of members. The file is in the storage until the row is deleted; a row without a member
 * is deleted by the next pruning.
 */
export const exports = pgTable(
  'exports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    /** File name in the storage. Cannot be guessed, and is never sent to anybody. */
    fileName: text('file_name').notNull(),
    state: text({ enum: ['working', 'ready', 'failed'] })
      .notNull()
      .default('working'),
    /** In percent. */
    progress: smallint().notNull().default(0),
    byteLength: bigint('byte_length', { mode: 'number' }).notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    readyAt: timestamptz('ready_at'),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('exports_member').on(table.memberId, table.id),
    index('exports_expiry').on(table.expiresAt),
    check('exports_state', sql`${table.state} in ('working', 'ready', 'failed')`),
  ],
);
