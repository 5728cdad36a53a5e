import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';

const memberId = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Due deliveries: one row per member and channel, however many notifications are pending; written
 * by the statement that creates the notification.
 */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    memberId: memberId(),
    /** An email frequency, or `push`. */
    channel: text({ enum: ['at_once', 'daily', 'weekly', 'push'] }).notNull(),
    dueAt: timestamptz('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.channel] }),
    index('notification_deliveries_due').on(table.channel, table.dueAt),
  ],
);

/** One email with notifications; its unsubscribe link refers to this row. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: memberId(),
    frequency: text({ enum: ['at_once', 'daily', 'weekly'] }).notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When the link was used; a second use has no effect. */
    unsubscribedAt: timestamptz('unsubscribed_at'),
  },
  (table) => [
    index('notification_mails_member').on(table.memberId),
    index('notification_mails_age').on(table.createdAt),
  ],
);
