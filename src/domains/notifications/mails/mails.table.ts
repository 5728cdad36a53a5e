import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { timestamptz } from '#server/columns.ts';

const memberId = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Deliveries that are due: one row for each member and channel, however many notifications wait,
 * written by the statement that creates the notification.
 */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    memberId: memberId(),
    /** A mail's frequency, or `push`. */
    channel: text({ enum: ['at_once', 'daily', 'weekly', 'push'] }).notNull(),
    dueAt: timestamptz('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.channel] }),
    index('notification_deliveries_due').on(table.channel, table.dueAt),
  ],
);

/** One mail of notifications, and what its unsubscribe link stands for. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: memberId(),
    frequency: text({ enum: ['at_once', 'daily', 'weekly'] }).notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The link was used; it does nothing a second time. */
    unsubscribedAt: timestamptz('unsubscribed_at'),
  },
  (table) => [
    index('notification_mails_member').on(table.memberId),
    index('notification_mails_age').on(table.createdAt),
  ],
);
