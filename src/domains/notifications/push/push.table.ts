import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { sessions } from '#domains/auth/auth.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

/**
 * Push endpoints of devices. Deleted with the session, so that a signed-out device gets nothing.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: bigint('session_id', { mode: 'number' })
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    /** The device's keys, in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Our public key at the time of the subscription. */
    vapidKey: text('vapid_key').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('push_subscriptions_member').on(table.memberId),
    index('push_subscriptions_endpoint').on(table.endpoint),
  ],
);
