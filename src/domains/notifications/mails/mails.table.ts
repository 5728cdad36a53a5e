import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const memberId = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Something waits to be sent to the member this way: one row for all of it, written by the
 * statement that tells.
 */
export const notificationDue = pgTable(
  'notification_due',
  {
    memberId: memberId(),
    /** A mail's pace, or `push`. */
    channel: text({ enum: ['at_once', 'daily', 'weekly', 'push'] }).notNull(),
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.channel] }),
    index('notification_due_at').on(table.channel, table.dueAt),
  ],
);

/** One mail of notifications, and what its unsubscribe link stands for. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: memberId(),
    pace: text({ enum: ['at_once', 'daily', 'weekly'] }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The link was used; it does nothing a second time. */
    unsubscribedAt: moment('unsubscribed_at'),
  },
  (table) => [
    index('notification_mails_member').on(table.memberId),
    index('notification_mails_age').on(table.createdAt),
  ],
);
