import { bigint, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';

/** Accepted friendships, one row in each direction, so that every question is one index probe. */
export const friendships = pgTable(
  'friendships',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull().references(() => members.id, { onDelete: 'cascade' }),
    friendId: bigint('friend_id', { mode: 'number' }).notNull().references(() => members.id, { onDelete: 'cascade' }),
    since: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.friendId] })],
);
