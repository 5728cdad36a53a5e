import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

const memberId = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Accepted friendships, one row per direction, so that every check is one index probe. */
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
 * Open requests, at most one per pair: requesting somebody who has already sent a request accepts
 * it.
 */
export const friendRequests = pgTable(
  'friend_requests',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    senderId: memberId('sender_id'),
    recipientId: memberId('recipient_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The badge counts requests not yet seen by the recipient. */
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

/** Members not to suggest: dismissed, or their request was rejected. */
export const dismissedSuggestions = pgTable(
  'dismissed_suggestions',
  { memberId: memberId('member_id'), dismissedId: memberId('dismissed_id') },
  (table) => [primaryKey({ columns: [table.memberId, table.dismissedId] })],
);
