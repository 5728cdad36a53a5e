import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { timestamptz } from '#server/columns.ts';

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
    since: timestamptz('since').notNull().defaultNow(),
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
    senderId: memberId('sender_id'),
    recipientId: memberId('recipient_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The badge counts those that the asked has not seen. */
    seenAt: timestamptz('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.senderId, table.recipientId] }),
    uniqueIndex('friend_requests_pair').on(
      sql`least(${table.senderId}, ${table.recipientId})`,
      sql`greatest(${table.senderId}, ${table.recipientId})`,
    ),
    index('friend_requests_recipient').on(table.recipientId, table.id),
    check('friend_requests_not_self', sql`${table.senderId} <> ${table.recipientId}`),
  ],
);

/** Whom a member does not want suggested: dismissed there, or their request rejected. */
export const dismissedSuggestions = pgTable(
  'dismissed_suggestions',
  { memberId: memberId('member_id'), dismissedId: memberId('dismissed_id') },
  (table) => [primaryKey({ columns: [table.memberId, table.dismissedId] })],
);
