import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';

/** Keys in the addresses of members' calendars, which programs read without a session. */
export const calendarKeys = pgTable(
  'calendar_keys',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    keyHash: bytea('key_hash').notNull(),
    name: text().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [
    uniqueIndex('calendar_keys_hash').on(table.keyHash),
    index('calendar_keys_member').on(table.memberId),
  ],
);
