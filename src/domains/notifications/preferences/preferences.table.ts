import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, primaryKey, text, time } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { timestamptz } from '#server/columns.ts';

const memberId = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Delivery of one type of notifications. Without a row the defaults of notification-kinds.ts apply.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    memberId: memberId(),
    type: text().notNull(),
    inApp: boolean('in_app').notNull(),
    email: text({ enum: ['at_once', 'daily', 'weekly', 'off'] }).notNull(),
    push: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.type] }),
    check(
      'notification_preferences_email',
      sql`${table.email} in ('at_once', 'daily', 'weekly', 'off')`,
    ),
  ],
);

/** When a member wants to be left alone: mails and pushes wait until then. Without a row never. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    memberId: memberId().primaryKey(),
    isPushOn: boolean('is_push_on').notNull().default(true),
    /** On the member's own clock; both or none. */
    quietFrom: time('quiet_from'),
    quietTo: time('quiet_to'),
    pausedUntil: timestamptz('paused_until'),
  },
  (table) => [
    check(
      'notification_settings_quiet_hours',
      sql`(${table.quietFrom} is null) = (${table.quietTo} is null)`,
    ),
  ],
);

/** Contexts (a post, a conversation) without notifications for the member. */
export const notificationMutes = pgTable(
  'notification_mutes',
  {
    memberId: memberId(),
    contextType: text('context_type').notNull(),
    contextId: bigint('context_id', { mode: 'number' }).notNull(),
    mutedAt: timestamptz('muted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.contextType, table.contextId] })],
);
