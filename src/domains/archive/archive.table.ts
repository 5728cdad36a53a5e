import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Archives of what members have here. The file lies in the storage until the row goes; a row
 * without a member goes at the next sweep.
 */
export const exports = pgTable(
  'exports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'set null',
    }),
    /** In the storage. Nobody can guess it, and it is never told. */
    fileName: text('file_name').notNull(),
    state: text({ enum: ['working', 'ready', 'failed'] })
      .notNull()
      .default('working'),
    /** In percent. */
    progress: smallint().notNull().default(0),
    byteLength: bigint('byte_length', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    readyAt: moment('ready_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('exports_member').on(table.memberId, table.id),
    index('exports_expiry').on(table.expiresAt),
    check('exports_state', sql`${table.state} in ('working', 'ready', 'failed')`),
  ],
);
