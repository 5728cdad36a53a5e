import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  pgTable,
  primaryKey,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const memberId = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Accepted friendships, one row in each direction, so that every question is one index probe. */
export const friendships = pgTable(
  'friendships',
  {
    memberId: memberId('member_id'),
    friendId: memberId('friend_id'),
    since: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.friendId] })],
);

/**
 * Open requests. Two members have at most one between them: who asks somebody that has asked
 * already, accepts.
 */
export const friendRequests = pgTable(
  'friend_requests',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    askerId: memberId('asker_id'),
    askedId: memberId('asked_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The badge counts those that the asked has not seen. */
    seenAt: moment('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.askerId, table.askedId] }),
    uniqueIndex('friend_requests_pair').on(
      sql`least(${table.askerId}, ${table.askedId})`,
      sql`greatest(${table.askerId}, ${table.askedId})`,
    ),
    index('friend_requests_asked').on(table.askedId, table.id),
    check('friend_requests_other', sql`${table.askerId} <> ${table.askedId}`),
  ],
);

/** Whom a member does not want suggested: dismissed there, or their request rejected. */
export const dismissedSuggestions = pgTable(
  'dismissed_suggestions',
  { memberId: memberId('member_id'), otherId: memberId('other_id') },
  (table) => [primaryKey({ columns: [table.memberId, table.otherId] })],
);
